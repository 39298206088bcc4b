export type {
  AccountField,
  AccountIssue,
  AccountIssueCode,
  AccountOutcome,
  AccountRefusal,
} from './account.ts'
export { AppError, errorsOf, toAppError } from './app-error.ts'
export type { AppErrorOptions, ErrorTable, SerialisedError } from './app-error.ts'
export type { Bus, BusEventName, BusEvents } from './bus.ts'
export type {
  AnswerQuestion,
  ClientOptions,
  ContentClient,
  FormOptionsForCall,
  ListQuery,
  NodeOptionsForCall,
  PlatformRefusal,
  SearchQuery,
  StatusHandlers,
} from './content-client.ts'
export type {
  FormAction,
  FormAnswer,
  FormAnswered,
  FormCaptcha,
  FormConclusion,
  FormFile,
  FormGate,
  FormHandler,
  FormIssue,
  FormOutcome,
  FormPost,
  FormRequest,
  FormSent,
  FormUpload,
  PostedFile,
  PostedForm,
} from './form.ts'
export { CAPTCHA_POLICY, FORM_FIELD, FORM_TRAP_HEADER } from './form.ts'
export type { PageHead } from './head.ts'
export type {
  InspectedFailure,
  InspectedCanary,
  InspectedChange,
  InspectedControl,
  InspectedEntry,
  InspectedRequest,
  InspectedPage,
  InspectedRelease,
  InspectedShell,
  InspectedSlot,
  InspectedValue,
  PageCounts,
  SiteInspection,
} from './inspection.ts'
export type { Json, JsonObject } from './json.ts'
export type {
  ContentTypeMapping,
  FetchNode,
  FrameSlot,
  Manifest,
  NestedView,
  PlacedView,
  StateShape,
  StateType,
  NodeOptions,
  RelationOptions,
  RequireLogin,
  RouteSettings,
  StaticRoute,
  StaticRouteDefinition,
} from './manifest.ts'
export type {
  AskData,
  BrowserRemote,
  DataLoader,
  FileLoader,
  RemoteFile,
  DataQuestion,
  DataRequest,
  EntryMapper,
  Fixture,
  Lifecycles,
  LoadRequest,
  LoadResult,
  MapInput,
  NestedSlot,
  Relatives,
  ServerRemote,
  SlotProps,
  SlotsRequest,
  PreviewTools,
} from './remote.ts'
export type { FrameHydrate, Hydrate, PageSlot, RemoteName, SlotOutcome } from './slot.ts'
export type {
  AdoptedState,
  ApiCall,
  HeadSummary,
  HostState,
  MapTiles,
  MatchedRoute,
  NavigationState,
  PagePreview,
  PageRelease,
  PageState,
  RouteLocation,
  RouteState,
  RouteSummary,
  ServedState,
  VersionState,
} from './state.ts'
export type { Action, AnyStorePart, AppEpic, Slice, Store, StorePart, StoreState } from './store.ts'
export type {
  AccountError,
  AccountRequestState,
  AuthenticationState,
  ClientCredentials,
  RegistrationState,
  User,
  UserGroup,
  UserState,
} from './user.ts'
export { CONTRACT_VERSION, OLDEST_CONTRACT } from './version.ts'
