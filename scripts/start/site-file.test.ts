import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSiteFile } from './site-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-site-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What is read of a file with this text, on the platform of the alias `larkmoor`, and what is said. */
function read(text: string) {
  writeFileSync(path.join(folder, 'site.config.json'), text)
  const lines: string[] = []
  return { site: readSiteFile('larkmoor', (line) => void lines.push(line), folder), lines }
}

describe('the configuration file of a site (site.config.json)', () => {
  it('counts for the platform whose alias it has', () => {
    const text = '{ "alias": "larkmoor", "staffGroups": ["Staff"] }'
    expect(read(text)).toEqual({ site: { staffGroups: ['Staff'] }, lines: [] })
  })

  it('is ignored for any other, which is logged in one line', () => {
    expect(read('{ "alias": "elsewhere", "staffGroups": ["Staff"] }')).toEqual({
      site: undefined,
      lines: [
        'site.config.json is ignored: its "alias" is "elsewhere", and this content platform\'s is "larkmoor".',
      ],
    })
  })

  it('is ignored without an alias, which is logged in one line', () => {
    expect(read('{ "embedOrigins": ["https://www.example.org"] }')).toEqual({
      site: undefined,
      lines: ['site.config.json is ignored: it has no "alias", and this content platform\'s is "larkmoor".'],
    })
  })

  it('may be missing, which is not logged', () => {
    const lines: string[] = []
    const empty = path.join(folder, 'empty')
    expect(readSiteFile('larkmoor', (line) => void lines.push(line), empty)).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('stops the start when it is no JSON', () => {
    expect(() => read('{ "alias": ')).toThrow(/^site\.config\.json cannot be read: /)
  })
})
