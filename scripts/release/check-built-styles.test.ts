import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkBuiltStyles } from './check-built-styles.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'styles-'))
  mkdirSync(path.join(folder, 'c'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("a remote's build", () => {
  it('is taken when its style sheets select its own markup', () => {
    writeFileSync(path.join(folder, 'c/own.css'), '.a1B2 .button{color:red}')
    expect(() => checkBuiltStyles('mfe-search', folder)).not.toThrow()
  })

  it('is refused when they restyle the site, each selector named', () => {
    writeFileSync(path.join(folder, 'c/own.css'), '.a1B2{color:red}body{margin:0}.button{color:red}')
    expect(() => checkBuiltStyles('mfe-search', folder)).toThrow(
      'mfe-search styles more than its own markup:\nc/own.css: body\nc/own.css: .button',
    )
  })
})
