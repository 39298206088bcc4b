import { findChromium } from '../../e2e/support/chromium.ts'
import { auditPage, CATEGORIES, type PageAudit } from '../audit-page.ts'
import { AUDITED_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, whole, type Row, type SectionResult } from '../report.ts'

/** Lighthouse's mobile preset over the built site: the median of several runs of each page. */
export async function lighthouse({ site, plan, say }: Bench): Promise<SectionResult> {
  const chromePath = findChromium()
  if (chromePath === null) {
    say('no Chromium on this machine: skipped')
    return { rows: [], data: null }
  }
  const shell = await site.startShell('lighthouse', { isFree: true })
  const rows: Row[] = []
  const data: Record<string, PageAudit> = {}
  for (const [name, address] of Object.entries(AUDITED_PAGES)) {
    const audit = await auditPage(shell.url + address, chromePath, plan.lighthouseRuns)
    say(`${name}: ${CATEGORIES.map((id) => `${id} ${whole(audit.figures[id])}`).join(', ')}`)
    for (const failed of audit.failed) say(`  points lost to ${failed}`)
    rows.push(...rowsOf(name, audit.figures))
    data[name] = audit
  }
  await shell.stop()
  return { rows, data }
}

const rowsOf = (page: string, figures: PageAudit['figures']): readonly Row[] => [
  ...CATEGORIES.map((id) => aimed(`Lighthouse ${page}: ${id}`, figures[id], { atLeast: 100 }, whole)),
  info(`Lighthouse ${page}: FCP`, ms(figures.FCP)),
  page === 'home'
    ? aimed(`Lighthouse ${page}: LCP`, figures.LCP, { atMost: 1_800 }, ms)
    : info(`Lighthouse ${page}: LCP`, ms(figures.LCP)),
  aimed(`Lighthouse ${page}: TBT`, figures.TBT, { atMost: 20 }, ms),
  aimed(`Lighthouse ${page}: CLS`, figures.CLS, { atMost: 0.02 }, (shift) => shift.toFixed(3)),
]
