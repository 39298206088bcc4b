import { aFaultServer, sendJson, until, type FaultServer } from '@tessera/shared/testing'
import { httpStorage } from './http-storage.server.ts'

let store: FaultServer
afterEach(() => store.close())

describe('a release store at an http address (docs/decisions/0083)', () => {
  it('leaves no connections open with answers that are not read', async () => {
    store = await aFaultServer((request, response) => {
      request.resume().on('end', () => {
        sendJson(response, { message: 'x'.repeat(100_000) }, Number(request.url?.slice(1)))
      })
    })
    const storage = httpStorage(store.url)
    const bytes = Buffer.from('{}')
    for (let time = 0; time < 10; time += 1) {
      expect(await storage.read('404')).toBeNull()
      await expect(storage.read('503')).rejects.toThrow('status 503')
      expect(await storage.create('412', bytes)).toBe(false)
      expect(await storage.replace('200', bytes, null)).toBe(true)
      await expect(storage.create('500', bytes)).rejects.toThrow('status 500')
    }
    await until(() => store.sockets() <= 2, 2_000)
  })
})
