import { createElement, type ComponentType } from 'react'

/** Fields of several parts: loaded before a first page that has such a field, else with all deferred modules. */
type Parts = typeof import('./parts.client.ts')

/** Modules that are loaded once a visitor uses a form. */
export type DeferredModules = typeof import('./deferred.client.ts')

const loaded: { all: DeferredModules | null; parts: Parts | null } = { all: null, parts: null }

/** The deferred modules; null before they are loaded. */
export const loadedModules = (): DeferredModules | null => loaded.all

/** Loads the deferred modules, once for all forms of a page. Rejects if loading fails; the next call tries again. */
export const loadDeferred = async (): Promise<DeferredModules> =>
  (loaded.all ??= await import('./deferred.client.ts'))

/** Loads fields of several parts. Rejects if loading fails. */
export const loadParts = async (): Promise<Parts> => (loaded.parts ??= await import('./parts.client.ts'))

type Call<Name extends keyof DeferredModules> = Extract<DeferredModules[Name], (...args: never[]) => unknown>

/** A deferred function; until it is loaded `fallback` is called instead. */
export const deferredOr = <Name extends keyof DeferredModules>(
  name: Name,
  fallback: Call<Name>,
): Call<Name> =>
  ((...args: never[]) => {
    const call: (...args: never[]) => unknown = (loaded.all?.[name] as Call<Name> | undefined) ?? fallback
    return call(...args)
  }) as Call<Name>

/** A deferred function that is never called before it is loaded. */
export const deferred = <Name extends keyof DeferredModules>(name: Name): Call<Name> =>
  deferredOr(name, (() => ({})) as unknown as Call<Name>)

/** A deferred component; nothing, or `Placeholder`, until it is loaded. */
export const deferredComponent =
  <Props extends object>(name: keyof DeferredModules, Placeholder?: ComponentType): ComponentType<Props> =>
  (props) => {
    const found = loaded.all ?? (loaded.parts as Partial<DeferredModules> | null)
    const Component = (found?.[name] as ComponentType<Props> | undefined) ?? Placeholder
    return Component ? createElement(Component as ComponentType<Props>, props) : null
  }
