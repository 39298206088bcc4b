import { createElement, type ComponentType } from 'react'

/** Fields of several parts: they come before a first page that has such a field, else with the rest. */
type Parts = typeof import('./parts.client.ts')

/** Modules that come once somebody uses a form. */
export type Rest = typeof import('./rest.client.ts')

const come: { rest: Rest | null; parts: Parts | null } = { rest: null, parts: null }

/** Null before it has come. */
export const given = (): Rest | null => come.rest

/** Load it, once for all forms of a page. Rejects when it does not come; the next attempt asks again. */
export const loadRest = async (): Promise<Rest> => (come.rest ??= await import('./rest.client.ts'))

/** Load fields of several parts. Rejects when they do not come. */
export const loadParts = async (): Promise<Parts> => (come.parts ??= await import('./parts.client.ts'))

type Call<Name extends keyof Rest> = Extract<Rest[Name], (...args: never[]) => unknown>

/** A function of the rest; until it is there `before` answers. */
export const late = <Name extends keyof Rest>(name: Name, before: Call<Name>): Call<Name> =>
  ((...args: never[]) => {
    const call: (...args: never[]) => unknown = (come.rest?.[name] as Call<Name> | undefined) ?? before
    return call(...args)
  }) as Call<Name>

/** A function that nobody calls before the rest is there. */
export const onlyLate = <Name extends keyof Rest>(name: Name): Call<Name> =>
  late(name, (() => ({})) as unknown as Call<Name>)

/** A component of the rest; nothing, or `Before`, until it is there. */
export const latePart =
  <Props extends object>(name: keyof Rest, Before?: ComponentType): ComponentType<Props> =>
  (props) => {
    const found = come.rest ?? (come.parts as Partial<Rest> | null)
    const Part = (found?.[name] as ComponentType<Props> | undefined) ?? Before
    return Part ? createElement(Part as ComponentType<Props>, props) : null
  }
