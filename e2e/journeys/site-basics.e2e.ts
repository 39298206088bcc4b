import { PAGE_KINDS } from '../support/pages.ts'
import { answeredWith, expect, siteTest, test } from '../support/test.ts'

siteTest('a crawler finds every page from robots.txt on, in both languages', async ({ site, request }) => {
  const robots = await (await request.get(`${site}/robots.txt`)).text()
  const [, index = ''] = /^Sitemap: (\S+)$/m.exec(robots) ?? []
  expect(robots).toMatch(/^Disallow: \/account\/login$/m)
  expect(robots).toMatch(/^Disallow: \/cy\/search\?$/m)
  const files = addresses(await (await request.get(index)).text())
  expect(files.length).toBeGreaterThanOrEqual(2)
  const pages = (
    await Promise.all(files.map(async (file) => addresses(await (await request.get(file)).text())))
  ).flat()
  expect(pages).toContain(`${site}/services/bins-and-recycling`)
  expect(pages).toContain(`${site}/cy/gwasanaethau/biniau-ac-ailgylchu`)
  expect(pages.filter((page) => /members-area|\/account\/|\/version|\/preview\//.test(page))).toEqual([])
  for (const page of pages.filter((_, at) => at % 60 === 0)) {
    const answer = await request.get(page)
    expect([page, answer.status()]).toEqual([page, 200])
    expect(await answer.text()).not.toContain('content="noindex')
  }
})

const addresses = (xml: string): readonly string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

test('a reader finds the news feed from any page, and it is well-formed', async ({ page }) => {
  await page.goto('/cy/gwasanaethau')
  const link = page.locator('link[type="application/rss+xml"]')
  await expect(link).toHaveAttribute('title', 'Newyddion Cyngor Larkmoor')
  await page.goto('/services')
  const feed = await page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[type="application/rss+xml"]')?.href ?? ''
    const xml = await new Promise<Document | null>((resolve) => {
      const request = new XMLHttpRequest()
      request.open('GET', href)
      request.responseType = 'document'
      request.onloadend = () => resolve(request.responseXML)
      request.send()
    })
    return {
      isXml: xml !== null,
      items: xml?.querySelectorAll('channel > item').length,
      title: xml?.querySelector('channel > title')?.textContent,
    }
  })
  expect(feed).toEqual({ isXml: true, items: 50, title: 'Larkmoor Council news' })
})

test('an old printed address redirects to the current page, also from a link on the site', async ({
  page,
}) => {
  await page.goto('/bins?from=calendar')
  await expect(page).toHaveURL(/\/services\/bins-and-recycling\?from=calendar$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bins and recycling')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/libraries'
    link.textContent = 'An old link'
    document.querySelector('main')?.append(link)
  })
  await page.getByRole('link', { name: 'An old link' }).click()
  await expect(page).toHaveURL(/\/libraries-and-leisure$/)
})

for (const { language, path, near, title } of [
  {
    language: 'en-GB',
    path: '/services/bins-and-recylcing',
    near: '/services/bins-and-recycling',
    title: 'Page Not Found',
  },
  {
    language: 'cy',
    path: '/cy/gwasanaethau/biniau-ac-ailgylchi',
    near: '/cy/gwasanaethau/biniau-ac-ailgylchu',
    title: 'Heb ddod o hyd i’r dudalen',
  },
])
  test(`a misspelt address offers the page that was meant (${language})`, async ({ page, faults }) => {
    faults.allow(answeredWith(404))
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main').getByRole('searchbox')).not.toHaveValue('')
    await page.getByRole('main').locator(`a[href="${near}"]`).first().click()
    await expect(page).toHaveURL(new RegExp(`${near}$`))
  })

siteTest(
  'structured data is valid JSON with absolute addresses on every kind of page',
  async ({ site, request }) => {
    for (const { path } of PAGE_KINDS) {
      const body = await (await request.get(`${site}${path}`)).text()
      for (const [, text = ''] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
        const data = JSON.parse(text) as Record<string, unknown>
        expect([path, data['@context']]).toEqual([path, 'https://schema.org'])
        expect([path, /"(url|item|image|@id|contentUrl)":"\//.exec(text)?.[0]]).toEqual([path, undefined])
      }
    }
  },
)

siteTest(
  'every kind of page has a skip link, one h1, and a menu that says where it is',
  async ({ site, request }) => {
    for (const { path, status = 200 } of PAGE_KINDS) {
      const answer = await request.get(`${site}${path}`)
      const body = await answer.text()
      expect([path, answer.status()]).toEqual([path, status])
      expect([path, /<body>\s*<a class="f-skip" href="#main">/.test(body)]).toEqual([path, true])
      expect([path, body.match(/<h1[\s>]/g)?.length]).toEqual([path, 1])
      const [section = ''] = path.split(/(?<=\/[^/]+)[/?]/)
      const menu = /<nav class="f-menu"[\s\S]*?<\/nav>/.exec(body)?.[0] ?? ''
      if (menu.includes(`href="${section}"`))
        expect([path, new RegExp(`href="${section}"[^>]* aria-current="(page|true)"`).test(menu)]).toEqual([
          path,
          true,
        ])
    }
  },
)

siteTest('files come by the site’s own address, in parts too', async ({ site, request }) => {
  const address = `${site}/asset-library/documents/council-plan-2025-2029.pdf`
  const part = await request.get(address, { headers: { range: 'bytes=0-4' } })
  expect([part.status(), await part.text()]).toEqual([206, '%PDF-'])
  expect((await request.get(`${site}/api/delivery/projects/website/entries`)).status()).toBe(404)
})
