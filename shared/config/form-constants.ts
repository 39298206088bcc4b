/** Wait before focus and scroll after a page of a form has changed. Source: specification 9. */
export const FORM_FOCUS_DELAY_MS = 300
/** Longest value of the hours and minutes inputs, in characters. Source: specification 9. */
export const TIME_INPUT_MAX_LENGTH = 2
/** Size of a text area, in rows and columns. Source: specification 9. */
export const TEXTAREA_ROWS = 5
export const TEXTAREA_COLUMNS = 33
/** The only status of a form post that counts as success. Source: specification 9. */
export const FORM_SUCCESS_STATUS = 200
/** Values of the parts of a time that the visitor need not give. Source: specification 9. */
export const TIME_DEFAULT_SECONDS = '00'
export const TIME_DEFAULT_PERIOD = 'AM'
/** Value of a drop-down item that means nothing was chosen. Source: specification 9. */
export const DROPDOWN_EMPTY_VALUE = 'null'
/** Number of pages of a form map that does not give it. Source: specification 9. */
export const DEFAULT_PAGE_COUNT = 0
