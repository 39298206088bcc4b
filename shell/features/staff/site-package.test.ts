import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSitePackage, repositoryAddress } from './inspect-site.server.ts'

describe('the site as a package (specification 2, Version Information page)', () => {
  it('has a name, a version, and the packages of the platform that its workspaces use', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'package-'))
    const write = (folder: string, content: object) => {
      mkdirSync(path.join(root, folder), { recursive: true })
      writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify(content))
    }
    write('.', {
      name: 'a-site',
      version: '1.2.3',
      devDependencies: { 'zengenti-forms': '4.0.0', jest: '30' },
    })
    write('shared', { dependencies: { 'contensis-delivery-api': '1.6.2', redux: '5' } })
    try {
      expect(readSitePackage(root, ['shared'])).toEqual({
        name: 'a-site',
        version: '1.2.3',
        repository: null,
        platformPackages: [
          { name: 'zengenti-forms', value: '4.0.0' },
          { name: 'contensis-delivery-api', value: '1.6.2' },
        ],
      })
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })

  it.each([
    ['https://github.com/a/b', 'https://github.com/a/b'],
    ['git+https://gitlab.example/a/b.git', 'https://gitlab.example/a/b'],
    ['github:a/b', 'https://github.com/a/b'],
    ['a/b', 'https://github.com/a/b'],
    ['git@github.com:a/b.git', null],
    ['javascript:alert(1)', null],
    [undefined, null],
  ])('has its repository at an address that people can open: %s', (written, address) => {
    expect(repositoryAddress(written)).toBe(address)
    if (written) expect(repositoryAddress({ url: written })).toBe(address)
  })
})
