import type { Bench } from '../plan.ts'
import type { SectionResult } from '../report.ts'
export async function bytes(_bench: Bench): Promise<SectionResult> {
  return { rows: [], data: null }
}
