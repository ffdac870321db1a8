// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The fixed parts of the page that io/report_page.hpp writes: style and script. The script reads the data from the page
// itself and asks the network for nothing.
#pragma once

#include <string_view>

namespace mhqa::inline v0_1::io::page_text {

/// The page's style sheet.
inline constexpr std::string_view style = R"css(
:root{--line:#c8ccd1;--soft:#f4f5f7;--text:#1a1d21;--dim:#565e67;--good:#1b6e3c;--bad:#a4262c;--hit:#fff1a8;
--m0:#3267a8;--m1:#b4581a;--m2:#4c7d2f;--m3:#7b4fa0;--m4:#8a6d1f}
@media(prefers-color-scheme:dark){:root{--line:#444b53;--soft:#23272c;--text:#e6e8ea;--dim:#a3abb4;--good:#6fcf97;
--bad:#ff8a8a;--hit:#5c5210;--m0:#7fb0ec;--m1:#eb9a5d;--m2:#93c96f;--m3:#c39be6;--m4:#d6b95c}body{background:#16191c}}
*{box-sizing:border-box}
body{font:16px/1.45 system-ui,sans-serif;color:var(--text);margin:0 auto;padding:1rem;max-width:76rem}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.15rem;margin:1.6rem 0 .5rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
td small{color:var(--dim)}
.sig{font-size:.8rem;color:var(--dim);overflow-wrap:anywhere}
.bars{display:grid;grid-template-columns:minmax(6rem,14rem) 1fr 4.5rem;gap:.15rem .6rem;align-items:center}
.bars h3{grid-column:1/-1;font-size:.95rem;margin:.7rem 0 .1rem}
.bar{height:.8rem;background:var(--soft)}.bar i{display:block;height:100%}
.bars b{font-weight:400;text-align:right;font-variant-numeric:tabular-nums}
form{display:flex;flex-wrap:wrap;gap:.6rem;background:var(--soft);padding:.7rem;border-radius:6px}
label{display:flex;flex-direction:column;font-size:.8rem;color:var(--dim)}
input,select,button{font:inherit;padding:.3rem .5rem;border:1px solid var(--line);border-radius:4px;
background:transparent;color:inherit;max-width:100%}
select option{color:#1a1d21}
:focus-visible{outline:3px solid var(--m0);outline-offset:1px}
ol#list{list-style:none;padding:0;margin:.6rem 0}
#list details{border-bottom:1px solid var(--line)}
#list summary{padding:.45rem .2rem;cursor:pointer;display:flex;gap:.6rem;align-items:baseline}
#list summary::before{content:"▸" / "";color:var(--dim)}#list details[open] summary::before{content:"▾" / ""}
#list summary span.q{flex:1;overflow-wrap:anywhere}
.mark{font-variant-numeric:tabular-nums;min-width:3.2rem;text-align:right}
.ok{color:var(--good)}.no{color:var(--bad)}
.body{padding:.2rem .2rem .8rem 1.2rem}
dl{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr;gap:.2rem .8rem;margin:.3rem 0}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
mark{background:var(--hit);color:inherit}
svg text{font:13px system-ui,sans-serif;fill:var(--text)}svg rect{fill:var(--soft);stroke:var(--line)}
svg path{stroke:var(--dim);fill:none}svg circle{fill:var(--text)}
.pair{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}h3{font-size:1rem;margin:.8rem 0 .2rem}
nav{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:.6rem 0}
#legend{margin-left:auto;color:var(--dim);font-size:.85rem}
@media(max-width:40rem){.bars{grid-template-columns:minmax(4rem,8rem) 1fr 3.6rem}.body{padding-left:.2rem}
#list summary{flex-wrap:wrap;justify-content:flex-end}#list summary span.q{flex:1 0 calc(100% - 2rem)}}
)css";

/// The page's script.
inline constexpr std::string_view script = R"js(
"use strict";
const D=JSON.parse(document.getElementById("data").textContent),Q=D.questions,M=D.models,F=D.fields;
const $=id=>document.getElementById(id),el=(tag,text,cls)=>{const e=document.createElement(tag);
if(text!=null)e.textContent=text;if(cls)e.className=cls;return e};
const PAGE=50;let shown=Q.map((_,i)=>i),page=0,hay=null;
const words=t=>(t||"").toLowerCase().replace(/[!-\/:-@[-`{-~]/g,"").split(/\s+/).filter(w=>w&&!["a","an","the"].includes(w));
function marked(text,golds){const want=new Set(golds.flatMap(words)),out=el("span");
for(const part of text.split(/(\s+)/)){const w=words(part);
if(w.length&&w.every(x=>want.has(x)))out.append(el("mark",part));else out.append(part)}return out}
const score=(q,m)=>q[4][m]&&q[4][m][1];
function number(v){return v==null?"–":(100*v).toFixed(1)}
function graph(steps){const n=steps.length,from=steps.map(s=>[...s[0].matchAll(/#(\d+)/g)].map(x=>+x[1]-1).filter(x=>x>=0&&x<n)),
depth=[];for(let i=0;i<n;i++)depth[i]=Math.max(0,...from[i].filter(j=>j<i).map(j=>depth[j]+1));
const rows=[],place=[];for(let i=0;i<n;i++){rows[depth[i]]=(rows[depth[i]]||0)+1;place[i]=rows[depth[i]]-1}
const W=296,H=64,ns="http://www.w3.org/2000/svg",s=document.createElementNS(ns,"svg"),mk=(t,a,x)=>{
const e=document.createElementNS(ns,t);for(const k in a)e.setAttribute(k,a[k]);if(x!=null)e.textContent=x;s.append(e);return e};
const w=W*rows.length,h=H*Math.max(...rows);s.setAttribute("viewBox","0 0 "+w+" "+h);s.setAttribute("width",w);
s.setAttribute("height",h);s.setAttribute("role","img");
s.setAttribute("aria-label",steps.map((x,i)=>(i+1)+": "+x[0]+" = "+x[1]).join("; "));
for(let i=0;i<n;i++)for(const j of from[i])if(j<i)mk("path",{d:"M"+(depth[j]*W+W-30)+" "+(place[j]*H+27)+" L"+(depth[i]*W+4)+" "+(place[i]*H+27)});
const cut=(t,n)=>t.length>n?t.slice(0,n-1)+"…":t;
for(let i=0;i<n;i++){const x=depth[i]*W+4,y=place[i]*H+6;mk("rect",{x,y,width:W-34,height:46,rx:5});
mk("text",{x:x+8,y:y+18},(i+1)+". "+cut(steps[i][0],30));mk("text",{x:x+8,y:y+37,"font-weight":"bold"},cut(steps[i][1],30))}return s}
function body(q){const b=el("div",null,"body"),dl=el("dl"),row=(k,v)=>{dl.append(el("dt",k));const d=el("dd");
d.append(v);dl.append(d)};row("id",q[0]);row("gold",q[2].join(" | "));
F.forEach((f,i)=>{if(q[3][i]>=0)row(f.name,f.values[q[3][i]])});
M.forEach((m,i)=>{const p=q[4][i];if(!p){row(m.name,"not in this result");return}
const v=el("span");if(p[0]==null)v.append(el("em","no prediction"));else v.append(marked(p[0],q[2]));
v.append(" — "+D.relations[p[2]]+", "+m.number+" "+number(p[1]));row(m.name,v)});
b.append(dl);if(q[5]&&q[5].length){const g=el("div",null,"scroll");g.tabIndex=0;
g.setAttribute("role","region");g.setAttribute("aria-label","Hops");g.append(graph(q[5]));b.append(g)}return b}
function draw(){const list=$("list");list.textContent="";
for(const i of shown.slice(page*PAGE,page*PAGE+PAGE)){const q=Q[i],li=el("li"),d=el("details"),s=el("summary");
s.append(el("span",q[1]||q[0],"q"));M.forEach((m,k)=>{const v=score(q,k),e=el("span",number(v),"mark "+(v==1?"ok":v==0?"no":""));
e.setAttribute("aria-label",m.name+" "+number(v));e.title=m.name;s.append(e)});
d.append(s);d.addEventListener("toggle",()=>{if(d.open&&d.children.length==1)d.append(body(q))});li.append(d);list.append(li)}
const n=shown.length,last=Math.max(0,Math.ceil(n/PAGE)-1);
$("count").textContent=n+" of "+Q.length+" questions"+(n?", "+(page*PAGE+1)+" to "+Math.min(n,page*PAGE+PAGE)+" shown":"");
$("prev").disabled=page<=0;$("next").disabled=page>=last}
function filter(){const t=performance.now(),text=$("text").value.toLowerCase().trim(),m=+$("model").value,rel=$("relation").value,
diff=$("differ").value,want=F.map((f,i)=>$("field"+i).value);
if(text&&!hay)hay=Q.map(q=>[q[0],q[1],...q[2],...q[4].map(p=>p&&p[0]||"")].join("\n").toLowerCase());
shown=[];for(let i=0;i<Q.length;i++){const q=Q[i];if(text&&!hay[i].includes(text))continue;
if(rel!==""&&(!q[4][m]||q[4][m][2]!=rel))continue;
if(diff){const right=q[4].filter(p=>p&&p[1]==1).length,there=q[4].filter(p=>p).length;
if(diff=="all"&&right!=there||diff=="none"&&right||diff=="some"&&(!right||right==there)||
diff=="only"&&!(score(q,m)==1&&right==1))continue}
let keep=true;for(let k=0;k<want.length&&keep;k++)keep=want[k]===""||q[3][k]==want[k];if(keep)shown.push(i)}
page=0;draw();document.documentElement.dataset.filter=(performance.now()-t).toFixed(1)}
function option(s,v,t){const o=el("option",t);o.value=v;s.append(o)}
function pick(id,label,items){const l=el("label",label),s=el("select");s.id=id;items.forEach(x=>option(s,x[0],x[1]));
s.addEventListener("change",filter);l.append(s);$("filters").append(l)}
pick("model","Model",M.map((m,i)=>[i,m.name]));
pick("relation","Its answer is",[["","anything"],...D.relations.map((r,i)=>[i,r])]);
pick("differ","Right are",[["","any models"],["all","all"],["some","some, not all"],["none","none"],["only","the chosen one alone"]]);
F.forEach((f,i)=>pick("field"+i,f.name,[["","all"],...f.values.map((v,k)=>[k,v||"(none)"])]));
let wait=0;$("text").addEventListener("input",()=>{clearTimeout(wait);wait=setTimeout(filter,60)});
$("filters").addEventListener("submit",e=>{e.preventDefault();filter()});
$("prev").addEventListener("click",()=>{page--;draw()});$("next").addEventListener("click",()=>{page++;draw()});
$("list").addEventListener("keydown",e=>{if(e.key!="ArrowDown"&&e.key!="ArrowUp")return;
const all=[...document.querySelectorAll("#list summary")],at=all.indexOf(document.activeElement);if(at<0)return;
const to=all[at+(e.key=="ArrowDown"?1:-1)];if(to){to.focus();e.preventDefault()}});
$("legend").textContent="Columns: "+M.map(m=>m.name+" "+m.number).join(", ");
draw();document.documentElement.dataset.ready=performance.now().toFixed(0);
)js";

}  // namespace mhqa::inline v0_1::io::page_text
