import { addDays, dayOf, momentOf, type Day } from '@tessera/shared/messages'
import type { PlanningModel } from './page-model.ts'

/** How far an application is at one of its steps. */
export interface PlanningStep {
  readonly step: 'received' | 'consultation' | 'decision'
  /** ISO 8601; absent while nobody knows. */
  readonly date?: string
  readonly state: 'done' | 'current' | 'to-come'
}

/** The steps of an application, in their order. One that was withdrawn, or decided early, has no consultation that nobody knows of. */
export function planningSteps(model: PlanningModel, isOpen: boolean): readonly PlanningStep[] {
  const { received, decided, consultationEnds } = model
  const isOver = decided !== undefined
  return [
    ...(received ? [{ step: 'received', date: received, state: 'done' } as const] : []),
    ...(consultationEnds
      ? [{ step: 'consultation', date: consultationEnds, state: isOpen ? 'current' : 'done' } as const]
      : []),
    {
      step: 'decision',
      ...(decided && { date: decided }),
      state: isOver ? 'done' : isOpen ? 'to-come' : 'current',
    },
  ]
}

/** When the last day of its consultation is over, in milliseconds since 1970; null for one without. */
export function consultationEnd({ consultationEnds, decided }: PlanningModel): number | null {
  if (!consultationEnds || decided) return null
  const last: Day = dayOf(Date.parse(consultationEnds))
  return momentOf(addDays(last, 1))
}

/** The street of an address: what stands before the place, without the number of a house, a farm before it, or where land lies. */
export function streetOf(address: string): string | null {
  const parts = address.split(',').map((part) => part.trim())
  const street = parts
    .at(parts.length > 1 ? -2 : -1)
    ?.replace(/^\d+[a-z]?\s+/i, '')
    .replace(/^Land .*? of /, '')
  return street && /\p{L}/u.test(street) ? street : null
}
