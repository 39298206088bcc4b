import type { ComboboxState } from './use-options.ts'

/** Id of a row of the list whose id is `listId`. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** ARIA attributes of the search box, for its list whose id is `listId`. */
export const comboboxAttributes = (
  { isOpen, active }: Pick<ComboboxState, 'isOpen' | 'active'>,
  listId: string,
) => ({
  role: 'combobox' as const,
  'aria-autocomplete': 'list' as const,
  'aria-expanded': isOpen,
  'aria-controls': listId,
  ...(active >= 0 && { 'aria-activedescendant': optionId(listId, active) }),
})
