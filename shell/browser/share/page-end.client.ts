import { answerForm } from './answer-form.client.ts'
import { share } from './share.client.ts'

/** Carry out what was pressed at the end of a page: pass the page on, or answer the question about it. */
export const carryOut = (pressed: HTMLElement): Promise<void> =>
  pressed instanceof HTMLAnchorElement ? answerForm(pressed) : share(pressed)
