import { expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** A list of many entries with pictures. */
const LIST = '/your-council/councillors'

test('no exception, not even a caught one, is thrown while a list is hydrated: Chromium would parse the whole script again', async ({
  page,
}) => {
  const thrown: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Debugger.paused', ({ data, callFrames }) => {
    thrown.push(`${JSON.stringify(data)} in ${callFrames[0]?.url}`)
    void session.send('Debugger.resume')
  })
  await session.send('Debugger.enable')
  await session.send('Debugger.setPauseOnExceptions', { state: 'all' })
  await page.goto(LIST)
  await hydrated(page, 'main')
  expect(thrown).toEqual([])
})

test('hydrating a list does not load its lazy pictures earlier', async ({ page }) => {
  const asked: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ request, initiator, type }) => {
    if (type === 'Image' && initiator.type === 'script') asked.push(request.url)
  })
  await session.send('Network.enable')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(LIST)
  await hydrated(page, 'main')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
})
