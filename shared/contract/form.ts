import type { ContentClient } from './content-client.ts'
import type { Json } from './json.ts'

/**
 * What a visitor wants with what they have filled in: the values of the buttons `action` of a form without script.
 * `change:{field id}` goes from the answers, shown before they are sent, to one of them.
 */
export type FormAction = 'next' | 'previous' | 'submit' | `change:${string}`

/** A file that the gateway holds while the form is filled in further. `token` names it there; it is no secret of the visitor's. */
export interface PostedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly type: string
  readonly token: string
}

/**
 * A form as it was posted: by a browser without script, page by page, or whole by the remote's browser half. Names are those of the
 * payload (specification 7), but that a choice of a radio group may also be posted as `{field}={option id}`. What the gateway added for
 * itself (honeypot, tokens, the page's path) is left out; `captchaResponse` stays.
 */
export interface FormRequest<Messages = unknown> {
  /** `classic` or `forms-api`. */
  readonly provider: string
  readonly formId: string
  readonly action: FormAction
  /** In their order; names repeat. An upload that was left empty is not among them. */
  readonly fields: readonly (readonly [name: string, value: string | PostedFile])[]
  /** Files that the gateway has not taken: the name of each control, and why, in the language of the page. Since contract 1.5. */
  readonly refusedFiles?: readonly (readonly [name: string, reason: string])[]
  /** What the post before has come to: the state of its outcome, which the gateway has kept sealed. Absent with the first post. */
  readonly state?: Json
  readonly language: string
  /** As in `LoadRequest`, like those that follow. */
  readonly messages: Messages
  readonly client: ContentClient
  readonly sanitise: (html: string) => string
  readonly signal: AbortSignal
}

/** One thing wrong, in the words of the page. */
export interface FormIssue {
  readonly fieldId: string
  /** Id of the control in the document, for a link. */
  readonly controlId: string
  readonly message: string
}

/** A call to the content system: the same for a browser and for the gateway. */
export interface FormPost {
  /** Below the content system's origin, and of the site's own where the gateway hands it on. */
  readonly path: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A file to send once the post, and the custom post where there is one, have succeeded. */
export interface FormFile {
  readonly file: PostedFile
  /** `formElementID` of the upload. */
  readonly elementId: string
  /** `formVersionID` of the upload. */
  readonly versionId: string
}

/** A field whose file a browser sends by itself. */
export interface FormUpload {
  /** `formElementID` of the upload. */
  readonly elementId: string
  /** Lower case, without dots; absent where every type is. */
  readonly allowedTypes?: readonly string[]
}

/**
 * What a posted form comes to. `state` is the remote's own, for `LoadRequest.form`: with it the slot shows the form as it then stands.
 *
 * - `page` (200): another page of the form.
 * - `refused` (422): the page that was posted, or the first one that is not in order, with its summary.
 * - `changed` (409): the form is another version than the one that was filled in; what still fits is in the state.
 * - `accepted`: to be sent. Everything on the visitor's way through the form is in order.
 */
export type FormOutcome =
  | { readonly kind: 'page'; readonly state: Json }
  | { readonly kind: 'refused'; readonly issues: readonly FormIssue[]; readonly state: Json }
  | { readonly kind: 'changed'; readonly state: Json }
  | {
      readonly kind: 'accepted'
      readonly post: FormPost
      readonly files: readonly FormFile[]
      /** Fields that name a file which the browser sends once the post is stored. Since contract 1.4; without it none is taken. */
      readonly uploads?: readonly FormUpload[]
      /** Whether the author wants a captcha. Without script honeypot and limits stand in for it. */
      readonly needsCaptcha: boolean
      readonly state: Json
    }

/** An answer of the content system; `body` is null where it is not JSON. */
export interface FormAnswer {
  readonly status: number
  readonly body: Json | null
}

/** What the answer to the form post says. Source: specification 7, Form calls 3. */
export interface FormAnswered {
  readonly isSuccess: boolean
  readonly formPostId: string | null
  readonly errors: readonly string[]
  /** The same body goes there too, before any file; null without a custom post. */
  readonly customPostUrl: string | null
}

/** What became of a form that was accepted. */
export interface FormSent {
  readonly provider: string
  /** That of the accepted outcome. */
  readonly state: Json
  /** Null: no answer. */
  readonly answer: FormAnswer | null
  /** Set where the answer named one. */
  readonly customPost?: { readonly success: boolean; readonly errors: readonly string[] }
  /** Set where there were files to send. */
  readonly files?: { readonly total: number; readonly processed: number; readonly errors: readonly string[] }
}

/** What the visitor of a form without script is shown. */
export interface FormConclusion {
  readonly isSuccess: boolean
  readonly state: Json
  /** A page of this site, or an https address of the form's author; null to show the form's confirmation. */
  readonly redirectUrl: string | null
}

/**
 * The server half of forms: what a gateway asks before it sends a form, with the rules of the browser half. It makes no call but for the
 * form's definition. With script the browser half posts the payload to the site's own origin with the header `x-form: {provider}/{formId}`;
 * a gateway that makes the custom post itself adds `customPost: { success, errors }` to the answer, and gives issues as
 * `{ success: false, issues }` with 422. Since contract 1.3.
 */
export interface FormHandler<Messages = unknown> {
  /** @throws AppError forms/map-unusable, and what the client throws: the form cannot be loaded */
  readonly receive: (request: FormRequest<Messages>) => Promise<FormOutcome>
  readonly readAnswer: (provider: string, answer: FormAnswer) => FormAnswered
  readonly conclude: (sent: FormSent) => FormConclusion
}

/** A form in the state that a post left it in, for the loader of its slot. */
export interface PostedForm {
  readonly formId: string
  readonly state: Json
  /** Why the gateway did not take it, as a code `gateway/…`; the page says it above the form. */
  readonly refusal?: string
  /** Hidden inputs of this form, besides those of every form: what the gateway keeps from page to page. */
  readonly hidden?: Readonly<Record<string, string>>
}

/** Name of what says which form is posted, as `{provider}/{formId}`: an input without script, a header with it. */
export const FORM_FIELD = 'x-form'
/** Header of a form whose trap was filled in. */
export const FORM_TRAP_HEADER = 'x-form-trap'

/** What a page shows the captcha of a form with. */
export interface FormCaptcha {
  /** Script of the widget; it speaks what reCAPTCHA's speaks. */
  readonly scriptUrl: string
  /** Other ways to get in touch, for whoever cannot be shown it. */
  readonly contact: { readonly telephone?: string; readonly email?: string }
  /** For pages of another site: the key of its origin. Since contract 1.10. */
  readonly siteKey?: string
}

/** Name of the Trusted Types policy that a remote may make for `FormCaptcha.scriptUrl`, on pages that need a captcha. */
export const CAPTCHA_POLICY = 'tessera-captcha'

/**
 * What the gateway wants of a form besides its fields and `x-form`. Without script the form is posted to its page, with its buttons
 * named `action`. With script these are headers of the post: each of `hidden` by its name, and `x-form-trap: 1` where the trap holds
 * something.
 */
export interface FormGate {
  /** Hidden inputs by name. */
  readonly hidden: Readonly<Record<string, string>>
  /** Name of an input that people neither see nor reach, and leave empty. */
  readonly trapField: string
  /** Largest file that is taken. */
  readonly maxFileBytes?: number
  /** Since contract 1.4. */
  readonly captcha?: FormCaptcha
}
