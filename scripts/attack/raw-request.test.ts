import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { describeWith, OPENSSL } from '../testing/system-programs.ts'
import { get } from './raw-request.ts'

/** A key and a certificate of "localhost", signed by itself. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const name = ['-addext', 'subjectAltName=DNS:localhost']
  try {
    execFileSync('openssl', ['req', ...options.split(' '), ...name, '-keyout', key, '-out', cert], {
      stdio: 'pipe',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const trusted = tls.getCACertificates('default')
afterAll(() => tls.setDefaultCACertificates(trusted))

const answer: http.RequestListener = (request, response) =>
  void response.end(`${request.headers.host} ${request.url}`)

async function expectAnswer(server: http.Server, protocol: string): Promise<void> {
  await once(server.listen(0, 'localhost'), 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const { status, text } = await get(`${protocol}://${host}`, '/a/../b')
  server.close()
  expect(status).toBe(200)
  expect(text).toContain(`${host} /a/../b`)
}

describe('a request as it is', () => {
  it('reaches a site by http, and its answer is read to the end', () =>
    expectAnswer(http.createServer(answer), 'http'))
})

describeWith(OPENSSL)('a request as it is, encrypted', () => {
  it('reaches a site by https, and its answer is read to the end', () => {
    const certificate = selfSigned()
    tls.setDefaultCACertificates([certificate.cert])
    return expectAnswer(https.createServer(certificate, answer), 'https')
  })
})
