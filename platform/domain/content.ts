/** Text by language code, for example `{ "en-GB": "Plants" }`. */
export type Localised = Readonly<Record<string, string>>

/** Values as JSON knows them. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }

/** Which version of an entry a reader asks for. */
export type VersionStatus = 'published' | 'latest'

export type Environment = {
  readonly alias: string
  readonly accessToken?: string | undefined
  readonly accessTokens?:
    readonly { readonly token: string; readonly versionStatus: VersionStatus }[] | undefined
  readonly apiKeys?:
    | readonly {
        readonly clientId: string
        readonly clientSecret: string
        readonly name?: string | undefined
      }[]
    | undefined
  readonly passwordMinLength?: number | undefined
  readonly webhooks?: readonly Webhook[] | undefined
  readonly forms?: FormLimits | undefined
}

/** Settings for all forms of an environment. */
export type FormLimits = {
  /** How many days posts and their files are kept; 180 by default, 0 for ever. */
  readonly retentionDays?: number | undefined
  readonly maxFileBytes?: number | undefined
  readonly maxFiles?: number | undefined
  /** Where captcha tokens are verified, and the secret for that. Without it the platform does not check them. */
  readonly captcha?: { readonly verifyUrl: string; readonly secret: string } | undefined
}

/** A receiver of notifications about changed content: its address, and the secret that signs the messages. */
export type Webhook = { readonly url: string; readonly secret: string }

export type Project = {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly primaryLanguage: string
  readonly supportedLanguages: readonly string[]
  readonly deliverySysExclusions?: readonly string[] | undefined
}

export type FieldDefinition = {
  readonly id: string
  readonly dataType: string
  readonly dataFormat?: string | null | undefined
  readonly validations?: JsonObject | null | undefined
}

export type ContentType = {
  readonly id: string
  readonly projectId: string
  readonly name: Localised
  readonly fields: readonly FieldDefinition[]
  readonly entryTitleField: string
  readonly entryDescriptionField?: string | null | undefined
  readonly defaultLanguage: string
  readonly dataFormat: string
  readonly includeInDelivery?: boolean | undefined
  readonly workflowId?: string | undefined
}

export type Component = {
  readonly id: string
  readonly projectId: string
  readonly fields: readonly FieldDefinition[]
}

export type TaxonomyTerm = {
  readonly key: string
  readonly name: Localised
  readonly children?: readonly TaxonomyTerm[] | undefined
}

/** Who may read an entry: any signed-in visitor, or only members of the groups (ids, inherited membership counts). */
export type Access = { readonly requireLogin: boolean; readonly groups?: readonly string[] | undefined }

export type SeedVersion = {
  readonly versionNo: string
  readonly modified: string
  readonly modifiedBy?: string | undefined
  readonly publishedAt?: string | undefined
  readonly publishedBy?: string | undefined
  /** Slug and metadata replace the entry's own where they differ by language or version. */
  readonly slug?: string | undefined
  readonly metadata?: JsonObject | undefined
  readonly fields: JsonObject
}

export type SeedVariation = {
  readonly published?: SeedVersion | null | undefined
  readonly latest?: SeedVersion | null | undefined
}

export type SeedEntry = {
  readonly id: string
  readonly projectId: string
  readonly contentTypeId: string
  readonly owner?: string | undefined
  readonly createdBy?: string | undefined
  readonly created?: string | undefined
  readonly slug?: string | undefined
  readonly access?: Access | null | undefined
  readonly metadata?: JsonObject | undefined
  readonly properties?: JsonObject | undefined
  readonly uri?: string | undefined
  /** The text inside an asset's file. Exports have it in place of the file. */
  readonly fileText?: string | null | undefined
  readonly variations: Readonly<Record<string, SeedVariation>>
}

export type SeedNode = {
  readonly id: string
  readonly projectId: string
  readonly parentId?: string | null | undefined
  readonly slug: Localised
  readonly displayName: Localised
  readonly entryId?: string | null | undefined
  readonly isCanonical?: boolean | undefined
  readonly includeInMenu?: boolean | undefined
  readonly restrictedToLanguages?: readonly string[] | null | undefined
  readonly created?: string | undefined
  readonly childOrder?: readonly string[] | null | undefined
  readonly version?: { readonly versionNo: string } | undefined
}

export type Group = {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly type?: string | undefined
  readonly custom?: JsonObject | undefined
  readonly childGroupIds?: readonly string[] | undefined
}

export type UserStatus = {
  readonly active?: boolean
  readonly suspended?: boolean
  readonly locked?: boolean
  readonly passwordResetRequired?: boolean
}

export type SeedUser = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly password?: string | undefined
  /** The stored hash of an exported account, in place of a password. */
  readonly passwordHash?: string | undefined
  readonly groupIds?: readonly string[] | undefined
  readonly timezone?: string | undefined
  readonly language?: string | undefined
  readonly custom?: JsonObject | undefined
  readonly status?: UserStatus | undefined
  readonly created?: string | undefined
  readonly modified?: string | undefined
  readonly passwordChanged?: string | undefined
}

/** What happens with the posts of a form, besides keeping them. */
export type FormSettings = {
  /** The address that gets a mail about each post. */
  readonly notify?: { readonly to: string; readonly subject?: string | undefined } | undefined
  /** The mail to the sender: the id of the field with the address, and the text, where `{reference}` stands for the number. */
  readonly confirm?: { readonly field: string; readonly subject: string; readonly text: string } | undefined
  /** How many days posts are kept, in place of the environment's setting; 0 for ever. */
  readonly retentionDays?: number | undefined
  readonly maxFileBytes?: number | undefined
  readonly maxFiles?: number | undefined
  /** For a form that requires sign-in: the groups whose members may post (ids, inherited membership counts); without them every user. */
  readonly groups?: readonly string[] | undefined
}

/** A classic form: the form map that clients get, and that posts are checked against. */
export type ClassicForm = {
  readonly contentId: string
  readonly definition: JsonObject
  readonly settings?: FormSettings | undefined
}

/**
 * A form of the Forms API: a content type of the format `form`, in its published and its latest version.
 * A text may be given by language, as content types give their names.
 */
export type FormType = {
  readonly formTypeId: string
  readonly projectId: string
  readonly published?: JsonObject | null | undefined
  readonly latest?: JsonObject | null | undefined
  /** `FormSettings`; its texts may be given by language too. */
  readonly settings?: JsonObject | undefined
}

export type Form = ClassicForm | FormType

/** A whole seed: the import format, the same shape for a single file and for a folder. */
export type Seed = {
  readonly environment: Environment
  readonly projects: readonly Project[]
  readonly contentTypes: readonly ContentType[]
  readonly components: readonly Component[]
  readonly taxonomy: readonly TaxonomyTerm[]
  readonly entries: readonly SeedEntry[]
  readonly nodes: readonly SeedNode[]
  readonly groups: readonly Group[]
  readonly users: readonly SeedUser[]
  readonly forms: readonly Form[]
}

/** A seed without its entries, which are streamed. */
export type SeedParts = Omit<Seed, 'entries'>

/** One stored version of an entry in one language, as the database keeps it. */
export type StoredEntry = {
  readonly id: string
  readonly contentTypeId: string
  readonly language: string
  readonly owner: string
  readonly slug: string
  readonly uri: string | null
  readonly metadata: JsonObject
  readonly properties: JsonObject
  readonly isPublished: boolean
  readonly isDraft: boolean
  readonly languages: { readonly published: readonly string[]; readonly latest: readonly string[] }
  readonly version: JsonObject
  readonly fields: JsonObject
}

/** True for a plain object, so not for null and not for a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The id a link points to, or null when the value is no link. A link is an object with exactly one key, `sys`. */
export function linkTarget(value: unknown): { readonly id: string; readonly language: string | null } | null {
  if (!isObject(value) || !isObject(value['sys']) || Object.keys(value).length !== 1) return null
  const { id, language } = value['sys']
  return typeof id === 'string' ? { id, language: typeof language === 'string' ? language : null } : null
}
