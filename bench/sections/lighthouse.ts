import type { Bench } from '../plan.ts'
import type { SectionResult } from '../report.ts'
export async function lighthouse(_bench: Bench): Promise<SectionResult> {
  return { rows: [], data: null }
}
