import { generateKeyPairSync } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CONTRACT_VERSION } from '@tessera/shared/contract'
import { readApp } from '../build/apps.ts'
import { signerOf } from '../release/signer.ts'
import { createRemote } from './create-remote.ts'
import { readTarget } from './read-target.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'create-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))
const say = () => undefined
const read = (file: string) => readFileSync(path.join(parent, 'mfe-weather', file), 'utf8')

describe('creating a remote', () => {
  it('makes a repository with a page, a slot, a loader, an epic, words in two languages, tests and a CI file', () => {
    createRemote({ name: 'mfe-weather', parent }, say)
    const folder = path.join(parent, 'mfe-weather')
    expect(readApp(folder).name).toBe('mfe-weather')
    expect(read('manifest.ts')).toContain("path: '/weather', view: 'page'")
    expect(read('manifest.ts')).toContain("nestedViews: [{ view: 'more'")
    for (const file of [
      'state/load.ts',
      'state/more.epic.ts',
      'messages/en-GB.ts',
      'messages/cy.ts',
      'ui/weather-slot.dom.test.tsx',
      '.github/workflows/remote.yml',
      '.gitignore',
    ])
      expect(existsSync(path.join(folder, file))).toBe(true)
    const left = globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((item) => item.isFile())
      .filter((item) => /example/i.test(readFileSync(path.join(item.parentPath, item.name), 'utf8')))
    expect(left.map(({ name }) => name)).toEqual([])
  })

  it('takes the kit along where no registry has it', () => {
    const kit = path.join(parent, 'kit')
    mkdirSync(kit)
    for (const version of ['1.0.0', CONTRACT_VERSION])
      for (const name of ['contract', 'remote'])
        writeFileSync(path.join(kit, `tessera-${name}-${version}.tgz`), `${name} ${version}`)
    createRemote({ name: 'mfe-weather', parent, kit }, say)
    expect(read('package.json')).toContain(
      `"@tessera/contract": "file:kit/tessera-contract-${CONTRACT_VERSION}.tgz"`,
    )
    expect(read('package.json')).toContain(
      `"@tessera/remote": "file:kit/tessera-remote-${CONTRACT_VERSION}.tgz"`,
    )
    expect(read(`kit/tessera-remote-${CONTRACT_VERSION}.tgz`)).toBe(`remote ${CONTRACT_VERSION}`)
  })

  it('leaves nothing behind where the kit is not in the folder that is named', () => {
    expect(() => createRemote({ name: 'mfe-weather', parent, kit: parent }, say)).toThrow(
      `There is no ${path.join(parent, `tessera-contract-${CONTRACT_VERSION}.tgz`)}`,
    )
    expect(existsSync(path.join(parent, 'mfe-weather'))).toBe(false)
  })

  it('overwrites nothing, and takes no name that a site would refuse', () => {
    mkdirSync(path.join(parent, 'mfe-weather'))
    expect(() => createRemote({ name: 'mfe-weather', parent }, say)).toThrow(/is there already/)
    for (const name of ['weather', 'mfe-../x', 'mfe-UPPER', ''])
      expect(() => createRemote({ name, parent }, say)).toThrow(/is no name of a remote/)
  })

  it('takes a name that is a reserved word', () => {
    createRemote({ name: 'mfe-public', parent }, say)
    const sources = globSync('**/*.ts', { cwd: path.join(parent, 'mfe-public') })
    for (const file of sources)
      stripTypeScriptTypes(readFileSync(path.join(parent, 'mfe-public', file), 'utf8'))
    expect(sources).toContain('state/public.slice.ts')
  })
})

describe('where a team releases to', () => {
  it('is said on the command line, else by the environment; what is missing is named', () => {
    const key = path.join(parent, 'key.pem')
    writeFileSync(key, '')
    expect(readTarget({ to: parent, key }, {})).toEqual({ releases: parent, keyFile: key })
    expect(readTarget({}, { TESSERA_STORE: parent, TESSERA_KEY: key })).toEqual({
      releases: parent,
      keyFile: key,
    })
    const siteKeyFile = path.join(parent, 'site.pub')
    expect(() => readTarget({ to: parent, key, 'site-key': siteKeyFile }, {})).toThrow(/no key at/)
    writeFileSync(siteKeyFile, '')
    expect(readTarget({ to: parent, key }, { TESSERA_SITE_KEY: siteKeyFile })).toEqual({
      releases: parent,
      keyFile: key,
      siteKeyFile,
    })
    expect(() => readTarget({ key }, {})).toThrow(/--to STORE, or TESSERA_STORE/)
    expect(() => readTarget({ to: parent }, {})).toThrow(/--key FILE, or TESSERA_KEY/)
    expect(() => readTarget({ to: path.join(parent, 'none'), key }, {})).toThrow(/no release store at/)
    expect(() => readTarget({ to: parent, key: `${key}.old` }, {})).toThrow(/no key at/)
  })

  it('names a file that cannot sign, such as the public half of a key', () => {
    const file = path.join(parent, 'weather.pub')
    const { publicKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }))
    expect(() => signerOf(file, path.join(parent, 'seen.json'))).toThrow(`${file} holds no private key`)
  })
})
