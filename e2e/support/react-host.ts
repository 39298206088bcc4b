import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import ts from 'typescript'
import { buildHost } from './build-host.ts'
import { ROOT } from './environment.ts'

/** An application of another site that uses the package: React 19, a bundler of its own, and also the site as a federated module. */
const APPLICATION = (site: string) => `/// <reference types="@tessera/embed/federated" />
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { TesseraForm, TesseraSearch } from '@tessera/embed/react'
import { mountForm, type FormEmbedOptions } from '@tessera/embed'

const options: FormEmbedOptions = { formId: '1001', language: 'en-GB' }
function Application() {
  const [told, setTold] = useState('')
  const [isShown, setShown] = useState(true)
  return h('div', null,
    h('output', { id: 'told' }, told),
    h('button', { type: 'button', onClick: () => setShown(!isShown) }, 'Form'),
    h(TesseraSearch, { site: '${site}', label: 'Search the council' }),
    isShown && h(TesseraForm, { site: '${site}', ...options, onEmbedEvent: ({ type }) => setTold(type) }, h('a', { href: '#x' }, 'Report a problem')))
}
createRoot(document.querySelector('.embeds')!).render(h(Application))
// @ts-expect-error a form has an id
export const wrong = () => mountForm('${site}', document.body, {})
const { mountSearch } = await import('tessera/search')
mountSearch(document.querySelector<HTMLElement>('.federated')!, { mode: 'box', label: 'Search by federation' })
`

/**
 * Pack the package, install it in a folder without other code of the site, check the types of the application, and build it.
 * Gives the folder of its scripts, and what does not compile.
 */
export async function buildReactHost(site: string): Promise<{
  readonly folder: string
  readonly faults: readonly string[]
  readonly installed: readonly string[]
  readonly remove: () => void
}> {
  // Inside the checkout, so that React and its types are found.
  mkdirSync(path.join(ROOT, 'test-results'), { recursive: true })
  const folder = mkdtempSync(path.join(ROOT, 'test-results/react-host-'))
  const [packed = ''] = execFileSync(
    process.execPath,
    [path.join(ROOT, 'scripts/embed-pack.ts'), '--out', folder],
    {
      encoding: 'utf8',
    },
  ).split('\n')
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "a-host", "type": "module", "private": true }')
  execFileSync('npm', ['install', '--offline', '--silent', packed], { cwd: folder })
  const entry = path.join(folder, 'application.ts')
  writeFileSync(entry, APPLICATION(site))
  const program = ts.createProgram([entry], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  })
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  const installed = Object.keys(
    (
      JSON.parse(execFileSync('npm', ['ls', '--json', '--all'], { cwd: folder, encoding: 'utf8' })) as {
        readonly dependencies?: object
      }
    ).dependencies ?? {},
  )
  await buildHost({
    folder,
    entry,
    plugins: [
      new ModuleFederationPlugin({
        name: 'a_host',
        remotes: { tessera: `${site}/embed/remoteEntry.js` },
        remoteType: 'module',
        dts: false,
        manifest: false,
      }),
    ],
  })
  return {
    folder: path.join(folder, 'built'),
    faults,
    installed,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
