/**
 * Who gets what of every call: the portal's access as decided (spec 6, decisions), written down by hand.
 *
 * A column is who asks:
 *   gone       no token, or one of nobody any more: see `gone` in actors.ts
 *   fresh      a student without a group        binned     a student whose group is in the bin
 *   claimer    a student who has not confirmed his address, which is the third member's
 *   member     of the group asked for           mate       his team mate
 *   other      a student of another group       former     an admin until he was made a student
 *   super      supervises the group, and the one in the bin
 *   examiner   examines the group, and the one in the bin
 *   namesake   of the faculty, of the supervisor's very name, which no group was bound to
 *   faculty    supervises the other group       admin
 *
 * A row is a call and what it asks for: `own` is the member's, `mate` his team mate's, `foreign` the other group's,
 * `bin` what is in the bin, `self` the asker's own, whoever asks; `unknown` names nothing, `malformed` cannot be a name.
 * A cell is the status; with `!` the call may write, without it no row and no file may change.
 */
const table = `
call                target            gone fresh binned claimer member mate other former super examiner namesake faculty admin

findHome            -                 200  200   200    200     200    200  200   200    200   200      200      200     200
findDevelopers      -                 200  200   200    200     200    200  200   200    200   200      200      200     200
findCourses         -                 401  200   200    200     200    200  200   200    200   200      200      200     200
findCategories      -                 401  200   200    200     200    200  200   200    200   200      200      200     200
findChoices         -                 401  200   200    200     200    200  200   200    200   200      200      200     200

login               right             200! 200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
login               wrong             401  401   401    401     401    401  401   401    401   401      401      401     401
login               unknown           401  401   401    401     401    401  401   401    401   401      401      401     401
login               blocked           403  403   403    403     403    403  403   403    403   403      403      403     403
login               malformed         400  400   400    400     400    400  400   400    400   400      400      400     400
register            new               201! 201!  201!   201!    201!   201! 201!  201!   201!  201!     201!     201!    201!
register            taken             409  409   409    409     409    409  409   409    409   409      409      409     409
register            malformed         400  400   400    400     400    400  400   400    400   400      400      400     400
confirmEmail        good              200! 200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
confirmEmail        unknown           400  400   400    400     400    400  400   400    400   400      400      400     400
confirmEmail        otherPurpose      400  400   400    400     400    400  400   400    400   400      400      400     400
resetPassword       good              200! 200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
resetPassword       unknown           400  400   400    400     400    400  400   400    400   400      400      400     400
resetPassword       otherPurpose      400  400   400    400     400    400  400   400    400   400      400      400     400
forgotPassword      known             200! 200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
forgotPassword      unknown           200  200   200    200     200    200  200   200    200   200      200      200     200
forgotPassword      blocked           200  200   200    200     200    200  200   200    200   200      200      200     200
resendConfirmation  -                 401  200   200    200!    200    200  200   200    403   403      403      403     403

logout              -                 401  200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
changePassword      right             401  200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
changePassword      wrong             401  401   401    401     401    401  401   401    401   401      401      401     401
listSessions        -                 401  200   200    200     200    200  200   200    200   200      200      200     200
listSessions        -cookie           401  401   401    401     401    401  401   401    401   401      401      401     401
endSession          self              401  200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
endSession          foreign           401  404   404    404     404    404  404   404    404   404      404      404     404
endSession          unknown           401  404   404    404     404    404  404   404    404   404      404      404     404
endSession          malformed         401  400   400    400     400    400  400   400    400   400      400      400     400

createUser          new               401  403   403    403     403    403  403   403    403   403      403      403     201!
createUser          taken             401  403   403    403     403    403  403   403    403   403      403      403     409
findAttention       -                 401  403   403    403     403    403  403   403    403   403      403      403     200
listUsers           -                 401  403   403    403     403    403  403   403    403   403      403      403     200
updateUser          self              401  403   403    403     403    403  403   403    403   403      403      403     200!
updateUser          own               401  403   403    403     403    403  403   403    403   403      403      403     200!
updateUser          promote           401  403   403    403     403    403  403   403    403   403      403      403     200!
updateUser          unknown           401  403   403    403     403    403  403   403    403   403      403      403     404
updateUser          malformed         401  403   403    403     403    403  403   403    403   403      403      403     400

findGroup           self              401  404   404    403     200    200  200   404    404   404      404      404     404
findGroup           own               401  404   404    403     200    200  404   404    200   200      404      404     200
findGroup           mate              401  404   404    403     200    200  404   404    200   200      404      404     200
findGroup           foreign           401  404   404    403     404    404  200   404    404   404      404      200     200
findGroup           bin               401  404   404    403     404    404  404   404    404   404      404      404     404
findGroup           unknown           401  404   404    403     404    404  404   404    404   404      404      404     404
findGroup           malformed         401  400   400    400     400    400  400   400    400   400      400      400     400
listAssignedGroups  -                 401  403   403    403     403    403  403   403    200   200      200      200     200
listGroups          -                 401  403   403    403     403    403  403   403    403   403      403      403     200
listGroups          bin               401  403   403    403     403    403  403   403    403   403      403      403     200
listChanges         own               401  403   403    403     403    403  403   403    403   403      403      403     200
listChanges         foreign           401  403   403    403     403    403  403   403    403   403      403      403     200
listChanges         bin               401  403   403    403     403    403  403   403    403   403      403      403     200
listChanges         unknown           401  403   403    403     403    403  403   403    403   403      403      403     404
listChanges         malformed         401  403   403    403     403    403  403   403    403   403      403      403     400
updateGroup         own               401  403   403    403     403    403  403   403    403   403      403      403     200!
updateGroup         foreign           401  403   403    403     403    403  403   403    403   403      403      403     200!
updateGroup         bin               401  403   403    403     403    403  403   403    403   403      403      403     404
updateGroup         unknown           401  403   403    403     403    403  403   403    403   403      403      403     404
updateGroup         malformed         401  403   403    403     403    403  403   403    403   403      403      403     400
deleteGroup         own               401  403   403    403     403    403  403   403    403   403      403      403     200!
deleteGroup         foreign           401  403   403    403     403    403  403   403    403   403      403      403     200!
deleteGroup         bin               401  403   403    403     403    403  403   403    403   403      403      403     404
deleteGroup         unknown           401  403   403    403     403    403  403   403    403   403      403      403     404
deleteGroup         malformed         401  403   403    403     403    403  403   403    403   403      403      403     400
restoreGroup        own               401  403   403    403     403    403  403   403    403   403      403      403     404
restoreGroup        bin               401  403   403    403     403    403  403   403    403   403      403      403     200!
restoreGroup        unknown           401  403   403    403     403    403  403   403    403   403      403      403     404
restoreGroup        malformed         401  403   403    403     403    403  403   403    403   403      403      403     400

submitProposal      self              401  201!  201!   403     409    409  409   201!   403   403      403      403     403
submitProposal      foreign           401  409   409    403     409    409  409   409    403   403      403      403     403
submitProposal      unknown           401  400   400    403     400    400  400   400    403   403      403      403     403
submitProposal      malformed         401  400   400    403     400    400  400   400    403   403      403      403     403
uploadDocument      self              401  404   404    403     200!   200! 200!  404    403   403      403      403     403
uploadDocument      own               401  404   404    403     200!   200! 404   404    403   403      403      403     403
uploadDocument      mate              401  404   404    403     200!   200! 404   404    403   403      403      403     403
uploadDocument      foreign           401  404   404    403     404    404  200!  404    403   403      403      403     403
uploadDocument      bin               401  404   404    403     404    404  404   404    403   403      403      403     403
uploadDocument      unknown           401  404   404    403     404    404  404   404    403   403      403      403     403
uploadDocument      malformed         401  400   400    400     400    400  400   400    403   403      403      403     403
uploadDocument      malformedKind     401  400   400    400     400    400  400   400    403   403      403      403     403
openDocument        own               401  404   404    404     200    200  404   404    200   200      404      404     200
openDocument        ownFeeProof       401  404   404    404     200    404  404   404    200   200      404      404     200
openDocument        mateFeeProof      401  404   404    404     404    200  404   404    200   200      404      404     200
openDocument        thirdFeeProof     401  404   404    404     404    404  404   404    200   200      404      404     200
openDocument        ownCv             401  404   404    404     200    404  404   404    404   404      404      404     200
openDocument        foreign           401  404   404    404     404    404  200   404    404   404      404      200     200
openDocument        foreignFeeProof   401  404   404    404     404    404  200   404    404   404      404      200     200
openDocument        bin               401  404   404    404     404    404  404   404    404   404      404      404     200
openDocument        unknown           401  404   404    404     404    404  404   404    404   404      404      404     404
openDocument        malformed         401  400   400    400     400    400  400   400    400   400      400      400     400
checkDocument       own               401  403   403    403     403    403  403   403    400   400      404      404     400
checkDocument       ownFeeProof       401  403   403    403     403    403  403   403    200!  403      404      404     200!
checkDocument       mateFeeProof      401  403   403    403     403    403  403   403    200!  403      404      404     200!
checkDocument       ownCv             401  403   403    403     403    403  403   403    404   404      404      404     400
checkDocument       foreignFeeProof   401  403   403    403     403    403  403   403    404   404      404      200!    200!
checkDocument       bin               401  403   403    403     403    403  403   403    404   404      404      404     400
checkDocument       unknown           401  403   403    403     403    403  403   403    404   404      404      404     404
checkDocument       malformed         401  403   403    403     403    403  403   403    400   400      400      400     400

listAudit           -                 401  403   403    403     403    403  403   403    403   403      403      403     200
listAudit           malformed         401  403   403    403     403    403  403   403    403   403      403      403     400
exportAudit         -                 401  403   403    403     403    403  403   403    403   403      403      403     200!
exportAudit         malformed         401  403   403    403     403    403  403   403    403   403      403      403     400

saveMarks           Semester/own      401  403   403    403     403    403  403   403    200!  403      404      404     200!
saveMarks           Semester/foreign  401  403   403    403     403    403  403   403    404   404      404      200!    200!
saveMarks           Semester/crossed  401  403   403    403     403    403  403   403    400   403      404      404     400
saveMarks           Semester/bin      401  403   403    403     403    403  403   403    404   404      404      404     404
saveMarks           Semester/unknown  401  403   403    403     403    403  403   403    404   404      404      404     404
saveMarks           Semester/malformed 401 403   403    403     403    403  403   403    400   400      400      400     400
saveMarks           Viva/own          401  403   403    403     403    403  403   403    403   200!     404      404     200!
saveMarks           Viva/foreign      401  403   403    403     403    403  403   403    404   404      404      403     200!
saveMarks           Viva/crossed      401  403   403    403     403    403  403   403    403   400      404      404     400
saveMarks           Viva/bin          401  403   403    403     403    403  403   403    404   404      404      404     404
saveMarks           Viva/unknown      401  403   403    403     403    403  403   403    404   404      404      404     404
saveMarks           Viva/malformed    401  403   403    403     403    403  403   403    400   400      400      400     400
mailGroup           own               401  403   403    403     403    403  403   403    200!  200!     404      404     200!
mailGroup           foreign           401  403   403    403     403    403  403   403    404   404      404      200!    200!
mailGroup           bin               401  403   403    403     403    403  403   403    404   404      404      404     404
mailGroup           unknown           401  403   403    403     403    403  403   403    404   404      404      404     404
mailGroup           malformed         401  403   403    403     403    403  403   403    400   400      400      400     400
mailGroup           ownAgain          401  403   403    403     403    403  403   403    200!  200!     404      404     200!
mailGroup           foreignMember     401  403   403    403     403    403  403   403    400   400      404      404     400
listGroupEmails     own               401  403   403    403     403    403  403   403    200   200      404      404     200
listGroupEmails     foreign           401  403   403    403     403    403  403   403    404   404      404      200     200
listGroupEmails     bin               401  403   403    403     403    403  403   403    404   404      404      404     404
listGroupEmails     unknown           401  403   403    403     403    403  403   403    404   404      404      404     404
listGroupEmails     malformed         401  403   403    403     403    403  403   403    400   400      400      400     400

objectToGroup       good              200! 200!  200!   200!    200!   200! 200!  200!   200!  200!     200!     200!    200!
objectToGroup       unknown           400  400   400    400     400    400  400   400    400   400      400      400     400
objectToGroup       malformed         400  400   400    400     400    400  400   400    400   400      400      400     400
settleObjection     made              401  403   403    403     403    403  403   403    403   403      403      403     200!
settleObjection     notMade           401  403   403    403     403    403  403   403    403   403      403      403     404
settleObjection     unknown           401  403   403    403     403    403  403   403    403   403      403      403     404
settleObjection     malformed         401  403   403    403     403    403  403   403    403   403      403      403     400

listUndeliveredEmails   -            401  403   403    403     403    403  403   403    403   403      403      403     200
sendEmailAgain     failed          401  403   403    403     403    403  403   403    403   403      403      403     200!
sendEmailAgain     sent            401  403   403    403     403    403  403   403    403   403      403      403     404
sendEmailAgain     unknown         401  403   403    403     403    403  403   403    403   403      403      403     404
sendEmailAgain     malformed       401  403   403    403     403    403  403   403    403   403      403      403     400
dismissEmail        failed          401  403   403    403     403    403  403   403    403   403      403      403     200!
dismissEmail        sent            401  403   403    403     403    403  403   403    403   403      403      403     404
dismissEmail        unknown         401  403   403    403     403    403  403   403    403   403      403      403     404
dismissEmail        malformed       401  403   403    403     403    403  403   403    403   403      403      403     400
`;

const [header = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '');

/** Who asks, in the cells' order. */
export const columns = header.split(/\s+/).slice(2);

/** A call, what it asks for, and a cell for each column. */
export const rows = lines.map((line) => {
  const [name = '', target = '', ...cells] = line.split(/\s+/);
  return { name, target, cells };
});

/** The keys that a success may have at the top of its body. */
export const allowedKeys: Record<string, string> = {
  findHome: 'welcome slides messages department timeZone faq deadlines sendsEmail confirmedBy',
  findDevelopers: 'developers',
  findCourses: 'rule topics',
  findCategories: 'categories',
  findChoices: 'programs categories supervisors examiners staff sizeLimits',
  login: 'token role name email userId studentId teacherId groupId message',
  register: 'message userId mustConfirm',
  confirmEmail: 'message email',
  resetPassword: 'message',
  forgotPassword: 'message',
  resendConfirmation: 'message',
  logout: 'message',
  changePassword: 'message',
  listSessions: 'sessions',
  endSession: 'message',
  createUser: 'message user oneTimePassword',
  listUsers: 'users total',
  updateUser: 'message user',
  findGroup: 'group member message',
  listAssignedGroups: 'allGroups',
  listGroups: 'groups total',
  listChanges: 'changes older',
  findAttention: 'unboundNames alikeAccounts leftMembers objections fileFaults storage',
  updateGroup: 'message group',
  deleteGroup: 'message',
  restoreGroup: 'message group',
  submitProposal: 'message groupId fypGroupName',
  uploadDocument: 'message document',
  openDocument: '',
  checkDocument: 'message document',
  listAudit: 'entries older newer',
  exportAudit: '',
  saveMarks: 'message changed group',
  mailGroup: 'message queued emailIds',
  listGroupEmails: 'emails lastSent',
  objectToGroup: 'message',
  settleObjection: 'message',
  listUndeliveredEmails: 'failed failedTotal waiting waitingTotal twiceTotal',
  sendEmailAgain: 'message',
  dismissEmail: 'message',
};

/** The keys of every refusal. */
export const refusalKeys = 'code message error fields conflicts';
