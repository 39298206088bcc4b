import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PATIENT_LIMITS } from '../../e2e/support/limits.ts'
import { startSite, type TestSite } from '../../e2e/support/start-site.ts'
import { aCheckout } from '../testing/a-checkout.ts'
import { addArabic } from '../testing/arabic/add-arabic.ts'
import { writeAllFieldsSeed } from './all-fields-seed.ts'
import type { Walk } from './screen.ts'

/** The sites that are walked through: each is started when it is wanted first. */
export interface Sites {
  readonly urlFor: (walk: Walk) => Promise<string>
  readonly stop: () => Promise<void>
}

/** @param url a site that runs already, for the walks through the demonstration site. */
export function createSites(url: string | null): Sites {
  process.env.TESSERA_LIMITS ??= JSON.stringify(PATIENT_LIMITS)
  const started = new Map<string, Promise<TestSite>>()
  const removals: (() => void)[] = []
  const startOnce = (name: string, start: () => Promise<TestSite>): Promise<TestSite> => {
    const site = started.get(name) ?? start()
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
  return {
    urlFor: async ({ site }) => {
      if (url !== null) return url
      if (site === 'arabic') return (await startOnce('arabic', startArabic)).url
      // Beside its two further pages this is the demonstration site.
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
