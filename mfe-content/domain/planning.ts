import { addDays, dayOf, momentOf, type Day } from '@tessera/shared/messages'
import type { PlanningModel } from './page-model.ts'

/** A step of a planning application and its state. */
export interface PlanningStep {
  readonly step: 'received' | 'consultation' | 'decision'
  /** ISO 8601; absent while it is not known. */
  readonly date?: string
  readonly state: 'done' | 'current' | 'to-come'
}

/** The steps of an application, in order. A consultation without a known date is left out. */
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

/** End of the last day of the consultation, in milliseconds since 1970; null without one, or after a decision. */
export function consultationEnd({ consultationEnds, decided }: PlanningModel): number | null {
  if (!consultationEnds || decided) return null
  const last: Day = dayOf(Date.parse(consultationEnds))
  return momentOf(addDays(last, 1))
}

/** The street of an address: the part before the town, without a house number, a farm's name before it, or "Land … of". */
export function streetOf(address: string): string | null {
  const parts = address.split(',').map((part) => part.trim())
  const street = parts
    .at(parts.length > 1 ? -2 : -1)
    ?.replace(/^\d+[a-z]?\s+/i, '')
    .replace(/^Land .*? of /, '')
  return street && /\p{L}/u.test(street) ? street : null
}
