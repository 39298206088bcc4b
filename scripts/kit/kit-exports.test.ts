import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { CONTRACT } from './kit-packages.ts'

/**
 * What remotes in other repositories import by name. Taking one of these away is a major version of the contract; a new one is a minor
 * version, and is added here (shared/contract/version.ts).
 */
const NAMES: Readonly<Record<string, string>> = {
  '.': 'AppError CAPTCHA_POLICY CONTRACT_VERSION FORM_FIELD FORM_TRAP_HEADER OLDEST_CONTRACT errorsOf toAppError',
  './content': `
    DEFAULT_LANGUAGE DEFAULT_VERSION_STATUS IMAGE_ASSET_FIELDS chooseLanguage entryLimits foreignLanguage hasLimits inLanguage
    isComposer isEntry isEntryLink isImageField isImageLink isObject isResolved languagePrefix readCard readDate readDateRange
    readImage readLink readLocation readObject readSize readText readTexts readTopic readVersionStatus readWord sitePath splitKeys
    summaryOf telephoneAddress titleOf`,
  './messages': `
    LONG_DAY TIME_ZONE addDays calendarLeaf chooseCatalogue chooseLanguage dateFormat dateFormatsOf dayOf daysBetween describeRange
    endOfDate englishDateFormats formatDate formatMoment formatMonth formatWeekday formatsOf lastDay minuteOf momentOf plainFormatsOf
    runningDates sessionsOf weekdayOf welshDateFormat welshDateFormats`,
  './store': `
    EMPTY Observable catchError concatMap createAction createBus createStore defineSlice exhaustMap filter from initialUser isSameUser
    map mergeMap of onAction passwordChangeFailed passwordChangeFinished passwordChangeRequested passwordResetFailed
    passwordResetFinished passwordResetRequested pathChanged readState registrationFailed registrationFinished registrationRequested
    resetMailFailed resetMailFinished resetMailRequested selectIsAuthenticated selectUser selectUserState serialiseState sessionEnded
    sessionRequested signInFailed signInFinished signInRequested signOutRequested stateAdopted storePart switchMap takeUntil userSlice
    userUpdated withEpics`,
  './ui': `
    BaseMap CardList ErrorSummary FieldFrame Link MapAttribution MapLabels Pagination Picture PlaceMap RangeText RichText Slot
    StoreProvider controlIn focusInSight takeFocus useHydrated useMapTiles usePageRoute useSelector`,
  './ssr': 'renderSlot',
  './lifecycles': 'SPA_ERRORS lifecyclesOf spaError',
  './spa': 'askData createLifecycles showSlot',
  './testing': 'aFormElement aFormMap aNode anEntry createMemoryClient fixtureProblems until',
}

it.each(Object.entries(CONTRACT.entries))(
  'the entry %s of the contract has the names that remotes import from it',
  async (entry, file) => {
    const names = Object.keys((await import(path.join(ROOT, file))) as object)
    expect(names.sort()).toEqual(NAMES[entry]?.trim().split(/\s+/))
  },
)
