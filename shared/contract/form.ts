import type { ContentClient } from './content-client.ts'
import type { Json } from './json.ts'

/**
 * What a form's post asks for: without JavaScript, the value of the pressed button named `action`.
 * `change:{field id}` leads from the page that summarises the answers back to one of them.
 */
export type FormAction = 'next' | 'previous' | 'submit' | `change:${string}`

/** A file that the gateway stores until the form is submitted. `token` identifies it there; it is not secret from the visitor. */
export interface PostedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly type: string
  readonly token: string
}

/**
 * A posted form: page by page from a browser without JavaScript, or complete from the remote's browser half. Field names are those of
 * the payload (specification 7); a choice of a radio group may also be posted as `{field}={option id}`. Fields that the gateway added
 * for itself (honeypot, tokens, the page's path) are left out; `captchaResponse` is included.
 */
export interface FormRequest<Messages = unknown> {
  /** `classic` or `forms-api`. */
  readonly provider: string
  readonly formId: string
  readonly action: FormAction
  /** Whether the remote's browser half has sent it, so that its numbers are in normal form, not as typed. Since contract 1.22. */
  readonly isWhole?: boolean
  /** In the order of the post; names may repeat. Empty file inputs are left out. */
  readonly fields: readonly (readonly [name: string, value: string | PostedFile])[]
  /** Files that the gateway refused: the name of each control, and the reason in the language of the page. Since contract 1.5. */
  readonly refusedFiles?: readonly (readonly [name: string, reason: string])[]
  /** State of the previous post's outcome, which the gateway sealed into the page. Absent with the first post. */
  readonly state?: Json
  readonly language: string
  /** This and the following members are as in `LoadRequest`. */
  readonly messages: Messages
  readonly client: ContentClient
  readonly sanitise: (html: string) => string
  readonly signal: AbortSignal
}

/** One validation error, in the language of the page. */
export interface FormIssue {
  readonly fieldId: string
  /** Id of the control in the document, for a link to it. */
  readonly controlId: string
  readonly message: string
}

/** A call to the content system; the browser and the gateway make the same one. */
export interface FormPost {
  /** Path on the content system's origin, and on the site's own where the gateway forwards it. */
  readonly path: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A file to send after the post, and the custom post if there is one, have succeeded. */
export interface FormFile {
  readonly file: PostedFile
  /** `formElementID` of the upload. */
  readonly elementId: string
  /** `formVersionID` of the upload. */
  readonly versionId: string
}

/** An upload field whose files the browser sends in calls of their own. */
export interface FormUpload {
  /** `formElementID` of the upload. */
  readonly elementId: string
  /** File extensions in lower case, without dots; absent where every type is allowed. */
  readonly allowedTypes?: readonly string[]
}

/**
 * The outcome of a posted form. `state` is the remote's own data; the gateway passes it to `LoadRequest.form`, so that the slot shows
 * the form in that state.
 *
 * - `page` (200): another page of the form.
 * - `refused` (422): the posted page, the first invalid one, or one with problems that the server has found, with its error summary.
 * - `changed` (409): the form's version has changed since it was filled in; the state has the values that still fit.
 * - `accepted`: ready to be sent. Every page that the visitor passed is valid.
 *
 * `carried` goes from page to page in place of `state`, where that is too large to be posted again. Since contract 1.18; with `changed` and
 * `accepted`, and of a `FormConclusion`, since 1.19.
 */
export type FormOutcome = { readonly state: Json; readonly carried?: Json } & (
  | { readonly kind: 'page' | 'changed' }
  | { readonly kind: 'refused'; readonly issues: readonly FormIssue[] }
  | {
      readonly kind: 'accepted'
      readonly post: FormPost
      readonly files: readonly FormFile[]
      /** Fields whose files the browser sends after the post is stored. Since contract 1.4; without it files are refused. */
      readonly uploads?: readonly FormUpload[]
      /** Whether the author asks for a captcha. Without JavaScript the honeypot and rate limits replace it. */
      readonly needsCaptcha: boolean
      /** A failure in spite of which the form is accepted, e.g. of the call for its captcha's key. It is logged. Since contract 1.22. */
      readonly problem?: unknown
    }
)

/** An answer of the content system; `body` is null where it is not JSON. */
export interface FormAnswer {
  readonly status: number
  readonly body: Json | null
}

/** The content of the answer to the form post. Source: specification 7, Form calls 3. */
export interface FormAnswered {
  readonly isSuccess: boolean
  readonly formPostId: string | null
  readonly errors: readonly string[]
  /** URL to which the same body is posted as well, before any file; null without a custom post. */
  readonly customPostUrl: string | null
  /** Problems with fields, in the order of the fields, none of which is among `errors`. Since contract 1.17. */
  readonly issues?: readonly FormIssue[]
}

/** The results of sending an accepted form. */
export interface FormSent {
  readonly provider: string
  /** State of the accepted outcome. */
  readonly state: Json
  /** Null when no answer arrived. */
  readonly answer: FormAnswer | null
  /** Result of the custom post; set where the answer asked for one. */
  readonly customPost?: { readonly success: boolean; readonly errors: readonly string[] }
  /** Set where there were files to send. */
  readonly files?: { readonly total: number; readonly processed: number; readonly errors: readonly string[] }
}

/** What the visitor is shown after a form without JavaScript was sent. */
export interface FormConclusion {
  readonly isSuccess: boolean
  readonly state: Json
  /** As that of an outcome. Since contract 1.19. */
  readonly carried?: Json
  /** A page of this site, or an https address of the form's author; null to show the form's confirmation. */
  readonly redirectUrl: string | null
}

/**
 * The server half of forms, which the gateway calls before it sends a form; it validates by the rules of the browser half. Its only
 * call loads the form's definition. With JavaScript the browser half posts the payload to the site's own origin with the header
 * `x-form: {provider}/{formId}`; a gateway that makes the custom post itself adds `customPost: { success, errors }` to the answer, and
 * answers issues as `{ success: false, issues }` with 422. Since contract 1.3.
 */
export interface FormHandler<Messages = unknown> {
  /** @throws AppError forms/map-unusable, and the errors of the client when the form cannot be loaded */
  readonly receive: (request: FormRequest<Messages>) => Promise<FormOutcome>
  /** `state` is that of the accepted outcome. Since contract 1.17. */
  readonly readAnswer: (provider: string, answer: FormAnswer, state?: Json) => FormAnswered
  readonly conclude: (sent: FormSent) => FormConclusion
}

/** A form and its state after a post, for the loader of its slot. */
export interface PostedForm {
  readonly formId: string
  readonly state: Json
  /** Why the gateway refused the post, as a code `gateway/…`; the page shows a message above the form. */
  readonly refusal?: string
  /** Hidden inputs of this form only, with which the gateway carries data from page to page. */
  readonly hidden?: Readonly<Record<string, string>>
}

/** Name of the input (without JavaScript) or header (with it) that identifies the posted form, as `{provider}/{formId}`. */
export const FORM_FIELD = 'x-form'
/** Header of the post of a form whose honeypot was filled in. */
export const FORM_TRAP_HEADER = 'x-form-trap'

/** Settings with which a page shows the captcha of a form. */
export interface FormCaptcha {
  /** Script of the widget; it has the same API as reCAPTCHA's. */
  readonly scriptUrl: string
  /** Contact details for visitors to whom the captcha cannot be shown. */
  readonly contact: { readonly telephone?: string; readonly email?: string }
  /** On pages of another site: the site key of its origin. Since contract 1.10. */
  readonly siteKey?: string
}

/** Name of the Trusted Types policy that a remote may create for `FormCaptcha.scriptUrl`, on pages that need a captcha. */
export const CAPTCHA_POLICY = 'tessera-captcha'

/**
 * What a form must post to the gateway besides its fields and `x-form`. Without JavaScript the form is posted to the page's own URL,
 * and its buttons are named `action`. With JavaScript these are headers of the post: each of `hidden` by its name, and
 * `x-form-trap: 1` where the honeypot is not empty.
 */
export interface FormGate {
  /** Hidden inputs by name. */
  readonly hidden: Readonly<Record<string, string>>
  /** Name of the honeypot: an input that people can neither see nor reach, and so leave empty. */
  readonly trapField: string
  /** Largest file that is accepted, in bytes. */
  readonly maxFileBytes?: number
  /** Since contract 1.4. */
  readonly captcha?: FormCaptcha
}
