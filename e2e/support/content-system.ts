import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of a content system that shows a preview in a frame and exchanges messages with it. */
export interface ContentSystem {
  readonly origin: string
  /** The address of the page with a given address in its frame. */
  readonly framing: (address: string) => string
  readonly stop: () => Promise<void>
}

const PAGE = `<!doctype html><html lang="en"><title>Content system</title>
<iframe title="Preview" width="1000" height="700"></iframe>
<script>
  const frame = document.querySelector('iframe')
  window.receivedMessages = []
  addEventListener('message', ({ origin, data }) => window.receivedMessages.push({ origin, data }))
  window.postMessageAsHost = (data) => frame.contentWindow.postMessage(data, '*')
  frame.src = new URLSearchParams(location.search).get('show')
</script></html>`

/** Start a content system. It has the site's host name, so that the browser sends the site's cookies into the frame. */
export async function startContentSystem(): Promise<ContentSystem> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  )
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    framing: (address) => `${origin}/?${new URLSearchParams({ show: address }).toString()}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
