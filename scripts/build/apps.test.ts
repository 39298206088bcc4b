import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { readApp, remotesHere } from './apps.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'app-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const named = (name: string) => writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name }))

describe('an app', () => {
  it('is named by its package, and builds where its repository is', () => {
    named('@a-team/mfe-weather')
    expect(readApp(folder)).toEqual({ name: 'mfe-weather', folder, root: folder })
    const here = path.join(ROOT, 'mfe-search')
    expect(readApp(here)).toEqual({ name: 'mfe-search', folder: here, root: ROOT })
  })

  it.each(['weather', 'mfe-', 'mfe-Weather', 'my-mfe-weather', '@mfe-weather/app', '../mfe-weather/..'])(
    'is none with the name %s',
    (name) => {
      named(name)
      expect(() => readApp(folder)).toThrow(/a remote is named mfe- and lower-case letters/)
    },
  )

  it('of this checkout is every folder with a manifest: nothing lists them', () => {
    const names = remotesHere().map(({ name }) => name)
    expect(names).toContain('mfe-devinfo')
    expect(names.every((name) => name.startsWith('mfe-'))).toBe(true)
  })
})
