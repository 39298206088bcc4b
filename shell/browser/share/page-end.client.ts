import { answerForm } from './answer-form.client.ts'
import { share } from './share.client.ts'

/** Handle a press at the end of a page: share the page, or answer the question about it. */
export const handlePress = (pressed: HTMLElement): Promise<void> =>
  pressed instanceof HTMLAnchorElement ? answerForm(pressed) : share(pressed)
