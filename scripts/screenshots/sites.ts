import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCountingProxy } from '../../e2e/support/counting-proxy.ts'
import { TEST_LIMITS } from '../../e2e/support/limits.ts'
import { startShell } from '../../e2e/support/start-shell.ts'
import { startSite } from '../../e2e/support/start-site.ts'
import { readSiteFile } from '../start/site-file.ts'
import { aCheckout } from '../testing/a-checkout.ts'
import { addArabic } from '../testing/arabic/add-arabic.ts'
import { writeAllFieldsSeed } from './all-fields-seed.ts'
import type { ScreenTour } from './screen.ts'

interface RunningSite {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The sites of the tours; each is started at its first use. */
export interface Sites {
  readonly urlFor: (tour: ScreenTour) => Promise<string>
  readonly stop: () => Promise<void>
}

/** The site's own configuration file: a shell that is started alone does not read it. */
function demonstrationSite() {
  const { preview: _, ...site } = readSiteFile('larkmoor') ?? {}
  return site
}

/** @param url a running site for the tours through the demonstration site. */
export function createSites(url: string | null): Sites {
  process.env.TESSERA_LIMITS ??= JSON.stringify(TEST_LIMITS)
  const started = new Map<string, Promise<RunningSite>>()
  const removals: (() => void)[] = []
  const startOnce = <Site extends RunningSite>(name: string, start: () => Promise<Site>): Promise<Site> => {
    const site = (started.get(name) as Promise<Site> | undefined) ?? start()
    started.set(name, site)
    return site
  }
  const startAllFields = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tessera-all-fields-'))
    removals.push(() => rmSync(folder, { recursive: true, force: true }))
    writeAllFieldsSeed(folder)
    return startSite(['--seed', folder])
  }
  const startArabic = () => {
    const checkout = aCheckout()
    removals.push(checkout.remove)
    addArabic(checkout)
    return startSite([], checkout.root)
  }
  /** Start a site whose platform ends after its home pages were requested. */
  const startOutage = async () => {
    const { platformUrl } = await startOnce('demonstration', startAllFields)
    const proxy = await startCountingProxy(0, new URL(platformUrl))
    const shell = await startShell({ platform: proxy.url, options: () => ({ site: demonstrationSite() }) })
    for (const home of ['/', '/cy']) await fetch(shell.url + home)
    await proxy.stop()
    return shell
  }
  return {
    urlFor: async ({ site }) => {
      if (url !== null) return url
      if (site === 'arabic') return (await startOnce('arabic', startArabic)).url
      if (site === 'outage') return (await startOnce('outage', startOutage)).url
      // It is the demonstration site with two further pages.
      return (await startOnce('demonstration', startAllFields)).url
    },
    stop: async () => {
      const running = await Promise.allSettled(started.values())
      const answering = running.flatMap((site) => (site.status === 'fulfilled' ? [site.value] : []))
      await Promise.all(answering.map((site) => site.stop()))
      for (const remove of removals) remove()
    },
  }
}
