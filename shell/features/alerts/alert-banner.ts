import { html, raw, safePath, type Html } from '../../document/html.ts'
import type { ShellMessages } from '../../messages/index.ts'
import type { Alert } from './read-alerts.ts'

/**
 * Inline script at the beginning of every alert. It runs before the alert's content is painted: an alert that the visitor has dismissed,
 * or that has expired by the browser's clock, never appears, so the layout does not shift. It also handles the alert's button. Dismissed
 * alerts are kept in local storage; without local storage an alert is dismissed for this page only. The content security policy contains
 * the script's hash, so the script must be the same on every page. Minified by hand.
 */
export const ALERT_SCRIPT = [
  '(()=>{',
  'const bar=document.currentScript.parentElement,{alert:own,until}=bar.dataset,key="tessera-alerts",',
  'read=()=>{try{return(localStorage.getItem(key)||"").split(" ")}catch{return[]}};',
  'if(read().includes(own)||Date.parse(until)<=Date.now()){bar.hidden=true;return}',
  'bar.dataset.live="";',
  'bar.addEventListener("click",({target})=>{',
  'if(!target.closest("button"))return;',
  'try{localStorage.setItem(key,[own,...read()].slice(0,20).join(" ").trim())}catch{}',
  'bar.hidden=true;',
  '(document.querySelector("[data-alert]:not([hidden]) button")||document.getElementById("main")).focus({preventScroll:true})',
  '})})()',
].join('')

/**
 * The alerts above every page. Without JavaScript they are shown without a button. `data-alert` holds the alert's key:
 * `shell/browser/navigate.client.ts` compares it with the alerts of the next page.
 */
export const renderAlerts = (alerts: readonly Alert[], messages: ShellMessages): readonly Html[] =>
  alerts.map((alert) => renderAlert(alert, messages))

function renderAlert({ key, level, title, text, link, until }: Alert, messages: ShellMessages): Html {
  const id = `alert-${key}`
  return html`<section class="a-bar a-${level}" aria-labelledby="${id}" data-alert="${key}"${
    Number.isFinite(until) && html` data-until="${new Date(until).toISOString()}"`
  }><script>${raw(ALERT_SCRIPT)}</script><div class="wrap a-row">
    <div class="a-text">
      <p id="${id}" class="a-title"><span class="a-level">${messages.alertLevels[level]}:</span> ${title}</p>
      ${(text ?? link) && html`<p>${text} ${link && html`<a href="${safePath(link.path)}">${link.label}</a>`}</p>`}
    </div>
    <button class="a-hide" type="button">${messages.hideAlert}<span class="visually-hidden"> ${title}</span></button>
  </div></section>`
}
