import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack, type RspackPluginInstance } from '@rspack/core'
import { buildHost } from './build-host.ts'
import type { HostPage } from './host-site.ts'
import { HOSTS, ROOT } from './environment.ts'

/** A host with Module Federation: what its build shares, its version of React, and its generation of the runtime. */
export interface FederatedHost {
  readonly shared?: Readonly<Record<string, object>>
  /** React 19 by default, that of this checkout. */
  readonly react?: 18
  /** Module Federation 2 by default; 1 is that of webpack itself. */
  readonly federation?: 1
}

const SINGLETON = { singleton: true } as const
/** The packages that docs/embedding.md tells hosts to share. */
export const ALL_OF_REACT = {
  react: SINGLETON,
  'react-dom': SINGLETON,
  'react-dom/client': SINGLETON,
} as const

/** A React application that mounts and unmounts a form and a search of the site, as often as wanted. */
const APPLICATION = `import { createElement as h, useEffect, useRef, useState, version } from 'react'
import { createRoot } from 'react-dom/client'
const MODULES = {
  form: async (place) => (await import('tessera/forms')).mountForm(place, { formId: '1001', language: 'en-GB' }),
  search: async (place) => (await import('tessera/search')).mountSearch(place, { mode: 'results' }),
}
function Embedded({ what }) {
  const place = useRef(null)
  useEffect(() => {
    const coming = MODULES[what](place.current)
    return () => void coming.then(({ unmount }) => unmount())
  }, [what])
  return h('div', { ref: place, id: what })
}
function Application() {
  const [shown, setShown] = useState([])
  const toggle = (what) => setShown(shown.includes(what) ? shown.filter((one) => one !== what) : [...shown, what])
  return h('div', null,
    h('h2', null, 'React ' + version),
    ['form', 'search'].map((what) => h('button', { key: what, type: 'button', onClick: () => toggle(what) }, 'Toggle ' + what)),
    shown.map((what) => h(Embedded, { key: what, what })))
}
createRoot(document.querySelector('.application')).render(h(Application))
`

/** The host's page, with its scripts at an address. */
export const federatedPage = (scripts: string): HostPage => ({
  body: `<main><h1>Somebody else</h1><div class="application"></div></main><script type="module" src="${scripts}host.js"></script>`,
})

/** Build the host. Gives the folder of its scripts; its entry is `host.js`. */
export async function buildFederatedHost(
  site: string,
  { shared = {}, react, federation }: FederatedHost,
): Promise<{ readonly folder: string; readonly remove: () => void }> {
  // Inside the checkout, so that React is found.
  mkdirSync(path.join(ROOT, 'test-results'), { recursive: true })
  const folder = mkdtempSync(path.join(ROOT, 'test-results/federated-host-'))
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "a-host", "type": "module", "private": true }')
  writeFileSync(path.join(folder, 'application.js'), APPLICATION)
  // Shared packages are only available after a first asynchronous import.
  writeFileSync(path.join(folder, 'host.js'), "import('./application.js')\n")
  const options = {
    name: 'a_host',
    remotes: { tessera: `${site}/embed/remoteEntry.js` },
    remoteType: 'module' as const,
    shared,
  }
  const plugin: RspackPluginInstance =
    federation === 1
      ? new rspack.container.ModuleFederationPluginV1(options)
      : new ModuleFederationPlugin({ ...options, dts: false, manifest: false })
  await buildHost({
    folder,
    entry: path.join(folder, 'host.js'),
    plugins: [plugin],
    modules: react === 18 ? [HOSTS] : [],
  })
  return { folder: path.join(folder, 'built'), remove: () => rmSync(folder, { recursive: true }) }
}
