import { createElement, type ComponentType } from 'react'

/** Fields of several parts: loaded before a first page that has such a field, else with the rest. */
type Parts = typeof import('./parts.client.ts')

/** Modules that are loaded once a visitor uses a form. */
export type Rest = typeof import('./rest.client.ts')

const come: { rest: Rest | null; parts: Parts | null } = { rest: null, parts: null }

/** The rest; null before it is loaded. */
export const given = (): Rest | null => come.rest

/** Loads the rest, once for all forms of a page. Rejects if loading fails; the next call tries again. */
export const loadRest = async (): Promise<Rest> => (come.rest ??= await import('./rest.client.ts'))

/** Loads fields of several parts. Rejects if loading fails. */
export const loadParts = async (): Promise<Parts> => (come.parts ??= await import('./parts.client.ts'))

type Call<Name extends keyof Rest> = Extract<Rest[Name], (...args: never[]) => unknown>

/** A function of the rest; until that is loaded `before` is called instead. */
export const late = <Name extends keyof Rest>(name: Name, before: Call<Name>): Call<Name> =>
  ((...args: never[]) => {
    const call: (...args: never[]) => unknown = (come.rest?.[name] as Call<Name> | undefined) ?? before
    return call(...args)
  }) as Call<Name>

/** A function that is never called before the rest is loaded. */
export const onlyLate = <Name extends keyof Rest>(name: Name): Call<Name> =>
  late(name, (() => ({})) as unknown as Call<Name>)

/** A component of the rest; nothing, or `Before`, until that is loaded. */
export const latePart =
  <Props extends object>(name: keyof Rest, Before?: ComponentType): ComponentType<Props> =>
  (props) => {
    const found = come.rest ?? (come.parts as Partial<Rest> | null)
    const Part = (found?.[name] as ComponentType<Props> | undefined) ?? Before
    return Part ? createElement(Part as ComponentType<Props>, props) : null
  }
