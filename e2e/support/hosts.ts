import type { HostPage } from './host-site.ts'

/** A page of another site with a form and a search box, each in a container of a fixed height. */
export interface Host {
  readonly name: string
  readonly page: (site: string) => HostPage
  readonly scheme?: 'dark'
}

const FORM =
  '<tessera-form form-id="1001" language="en-GB"><a href="#on-site">Report a problem</a></tessera-form>'
const SEARCH = '<tessera-search label="Search the council"><a href="#on-site">Search</a></tessera-search>'

const scripts = (site: string, attributes = '') =>
  ['forms', 'search']
    .map((name) => `<script type="module" ${attributes} src="${site}/embed/${name}.js"></script>`)
    .join('')

/** The host's own content, and containers for the embeds: tests compare the pixels of the rest. */
const around = (form: string, search: string) =>
  `<header><h1>Somebody else</h1><p>Words of the host, <a href="#x">a link</a>. <label>A field <input id="host-field"></label></p></header>
<main><h2>Tell the council</h2><div class="embeds">${search}${form}</div></main>
<footer><p>More words of the host.</p><button type="button" id="host-button">A button</button></footer>`

const STYLE = '.embeds{height:70rem;max-width:60rem;overflow:auto}'
const styled = (more = '') => `<style>${STYLE}${more}</style>`
const plain = (head: string, html: string): HostPage => ({ head: `${styled()}${head}`, body: html })

/** Styles and scripts of a careless host that affect all elements of its pages. */
const HOSTILE = `
  html{font-size:62.5%;letter-spacing:.3em} *{margin:0!important;padding:0!important;border:0!important;box-sizing:content-box!important}
  input,select,textarea,button{display:none!important;font:8px cursive!important;all:unset!important} main *{color:red!important;background:lime!important;line-height:1!important}
  form,label,p,h2,h3,div,a{position:static!important;float:left!important;text-transform:uppercase!important;visibility:visible!important}
  .embeds{float:none!important;clear:both!important;height:160rem!important;width:96rem!important}
`

const nonce = 'bm9uY2U'
const policyFor = (site: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${site}`,
    `connect-src ${site}`,
    `form-action ${site}`,
    'img-src data:',
    `style-src 'nonce-${nonce}'`,
    "require-trusted-types-for 'script'",
    'trusted-types richtext',
  ].join('; ')

const REACT_18 = `<script src="/react-18.js"></script><script src="/react-dom-18.js"></script>
<script>const { createElement: h, useState, useEffect } = React
function App() {
  const [events, setEvents] = useState(0)
  useEffect(() => { document.addEventListener('form:start', () => setEvents((n) => n + 1)) }, [])
  return h('div', null, h('output', { hidden: true }, events), h('tessera-search', { label: 'Search the council' }), h('tessera-form', { 'form-id': '1001', language: 'en-GB' }))
}
ReactDOM.createRoot(document.querySelector('.embeds')).render(h(App))</script>`

const VUE = `<script src="/vue.js"></script><script>
Vue.createApp({ data: () => ({ form: '1001' }), render() {
  return [Vue.h('tessera-search', { label: 'Search the council' }), Vue.h('tessera-form', { 'form-id': this.form, language: 'en-GB' })]
} }).mount('.embeds')</script>`

const singleSpa = (site: string) => `<script src="/single-spa.js"></script><script type="module">
import { parcel as form } from '${site}/embed/forms.js'
import { parcel as search } from '${site}/embed/search.js'
const place = document.querySelector('.embeds')
const at = () => place.appendChild(document.createElement('div'))
window.parcels = [
  singleSpa.mountRootParcel(search, { domElement: at(), label: 'Search the council' }),
  singleSpa.mountRootParcel(form, { domElement: at(), formId: '1001', language: 'en-GB' }),
]</script>`

/** Typical pages of other sites. */
export const HOSTS: readonly Host[] = [
  { name: 'a plain page', page: (site) => plain(scripts(site), around(FORM, SEARCH)) },
  {
    name: 'a page with resets, !important and a root of 62.5%',
    page: (site) => ({ head: `${styled(HOSTILE)}${scripts(site)}`, body: around(FORM, SEARCH) }),
  },
  {
    name: 'a page with a strict policy and Trusted Types',
    page: (site) => ({
      headers: { 'content-security-policy': policyFor(site) },
      head: `<style nonce="${nonce}">${STYLE}</style>${scripts(site, `nonce="${nonce}"`)}`,
      body: around(FORM, SEARCH),
    }),
  },
  {
    name: 'an application of React 18',
    page: (site) => plain(scripts(site), around('', '') + REACT_18),
  },
  { name: 'an application of Vue', page: (site) => plain(scripts(site), around('', '') + VUE) },
  { name: 'the root of single-spa', page: (site) => plain('', around('', '') + singleSpa(site)) },
  {
    name: 'a page from right to left',
    page: (site) => ({ ...plain(scripts(site), around(FORM, SEARCH)), dir: 'rtl' }),
  },
  {
    name: 'a dark page',
    scheme: 'dark',
    page: (site) => ({
      head: `${styled(':root{color-scheme:dark}body{background:#111;color:#eee}a{color:#9cf}')}${scripts(site)}`,
      body: around(
        FORM.replace('<tessera-form', '<tessera-form scheme="auto"'),
        SEARCH.replace('<tessera-search', '<tessera-search scheme="auto"'),
      ),
    }),
  },
]
