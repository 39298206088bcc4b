import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium, findHeadlessShell } from './chromium.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-chromium-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A folder for PATH with one program in it. */
function aFolder(name: string, program: string, script: string): string {
  const place = path.join(folder, name)
  mkdirSync(place)
  writeFileSync(path.join(place, program), `#!/bin/sh\n${script}\n`)
  chmodSync(path.join(place, program), 0o755)
  return place
}

describe("finding the system's Chromium", () => {
  const note = aFolder('note', 'chromium-browser', 'echo "install the snap"; exit 1')
  const working = aFolder('working', 'google-chrome', 'echo "Google Chrome 140"')

  it('passes over a note that a package has left in its place', () => {
    expect(findChromium({ PATH: [note, working].join(path.delimiter) })).toBe(
      path.join(working, 'google-chrome'),
    )
  })

  it('finds none where there is none', () => {
    expect(findChromium({ PATH: note })).toBeNull()
    expect(findChromium({})).toBeNull()
  })

  it('takes the one that CHROME_PATH names', () => {
    expect(findChromium({ CHROME_PATH: '/opt/chrome', PATH: working })).toBe('/opt/chrome')
    expect(findHeadlessShell({ CHROME_PATH: '/opt/chrome', PATH: working })).toBe('/opt/chrome')
  })

  it('tells the headless shell from a whole browser', () => {
    const shell = aFolder('shell', 'chromium-headless-shell', 'echo "Chromium 156"')
    const both = [working, shell].join(path.delimiter)
    expect(findHeadlessShell({ PATH: both })).toBe(path.join(shell, 'chromium-headless-shell'))
    expect(findChromium({ PATH: both })).toBe(path.join(working, 'google-chrome'))
    expect(findHeadlessShell({ PATH: working })).toBeNull()
    expect(findChromium({ PATH: shell })).toBe(path.join(shell, 'chromium-headless-shell'))
  })
})
