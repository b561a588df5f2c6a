// Every key of the table on one screen, each with the access pattern it serves. The files of `table-keys` make and read them;
// no other file does.
//
//   item                 pk                        sk                        by_owner (lists)          by_due (work)
//   owner                OWNER#<owner>             OWNER                     OWNERS
//   owner name           OWNERNAME#<name>          OWNERNAME
//   owner's storage      OWNER#<owner>             STORAGE
//   URL upload's place   OWNER#<owner>             IMPORT#<place>            (TTL)
//   connection's place   OWNER#<owner>             CONNECTING#<place>        (TTL)
//   API key              APIKEY#<key id>           APIKEY                    KEYS#<owner>, once revoked
//                                                                            REVOKEDKEYS#<owner>
//   owner's active keys  OWNER#<owner>             KEYS
//   code for a key       GRANT#<sha256>            CODE                      (TTL)   until an assistant exchanges it
//   refresh token        GRANT#<sha256>            REFRESH                   (TTL)   which key it renews
//   API key by secret    KEYHASH#<sha256>          KEYHASH
//   rate window          RATE#<caller>             <minute>                  (TTL)   <caller>: id of a key or session
//   rate restriction     RATE#<caller>             STRIKES                   (TTL)
//   requests by hour     RATE#<key>                HOURS                     (TTL)   sums of windows that are over
//   person               PERSON#<person>           PERSON
//   person's owner       PERSON#<person>           OWNER#<owner>
//   person's session     PERSON#<person>           SESSION#<session>         (TTL)
//   session by secret    SESSION#<sha256>          SESSION                   (TTL)
//   started sign-in      SIGNIN#<sha256 of state>  SIGNIN                    (TTL)
//   team                 TEAM#<owner>              TEAM
//   member               TEAM#<owner>              MEMBER#<person>
//   invitation           TEAM#<owner>              INVITATION#<invitation>   (TTL)
//   invitation by link   INVITATION#<sha256>       INVITATION                (TTL)
//   invitation's place   TEAM#<owner>              PLACE#<place>             (TTL)   at most one open invitation in each
//   mails of a day       TEAM#<owner>              MAILS#<day>               (TTL)   first passwords that were mailed
//   address was mailed   INVITATION#<sha256>       MAILED                    (TTL)   <sha256> of the address
//   connect link         TEAM#<owner>              CONNECTLINK#<link>        (TTL)   here, so that it ends with the team's
//   its secret           CONNECTLINK#<sha256>      CONNECTLINK               (TTL)
//   account              ACCOUNT#<account>         ACCOUNT                   ACCOUNTS#<owner>          ACCOUNT#<shard>
//   account uniqueness   EXTERNAL#<owner>          <provider>#<external id>
//   account's claim      CONNECTED#<provider>#<ext. id>  CONNECTED
//   what a platform said ASKED#<account>           ANSWER#<hash of question> (TTL)   for whoever looks
//   its calls in an hour ASKED#<account>           CALLS#<hour>              (TTL)
//   its pause            ASKED#<account>           PAUSE                     (TTL)
//   hashtags searched    ASKED#<account>           HASHTAGS                  (TTL, a week)
//                        ASKED#<account>/mentions  the same of names that its posts mention
//   started connection   OAUTH#<sha256 of state>   OAUTH                     (TTL)
//   accounts to choose   CHOICE#<sha256 of its id> CHOICE                    (TTL)
//   app of ours          APP#<platform>#<host>     <hash of what it is for>            <host>: empty for one of all hosts
//   publish lock         ACCOUNT#<account>         PUBLISHING
//   post's publication   ACCOUNT#<account>         POSTED#<platform's id>    (TTL, 60 days)   where only words tell posts apart
//   media                MEDIA#<media>             MEDIA                     MEDIA#<owner>             INSPECT#<shard>
//   failed variant       VARIANTS#<media>          <variant> or *            (TTL, 90 days)
//   upload session       UPLOAD#<media>            UPLOAD                                              UPLOAD#<shard>
//   post                 POST#<post>               POST                      POSTS#<owner>
//   publication          POST#<post>               PUBLICATION#<account>     UNFINISHED#<owner> while  PUBLISH#<shard> while
//                                                                            not ended                 not ended
//   approval             APPROVAL#<approval>       APPROVAL                  APPROVALS#<owner>
//   what was said of it  APPROVAL#<approval>       ENTRY#<ms>#<entry>
//   draft, template      DRAFTS#<owner>            <draft>
//   imported row         IMPORTED#<owner>          <sha256>                  (TTL)   of a file: which post it became
//   weekly slots         SLOTS#<account>           PLAN
//   taken slot           SLOTS#<account>           TAKEN#<ms>                (TTL, a day later)
//   figures of a post    INSIGHTS#<post>           <account>#<part>          (TTL, 2 years)
//   account's figures    INSIGHTS#<account>        <from>#<to>               (TTL, a week)
//   those of a day       INSIGHTS#<account>        DAY#<day>#<WITHIN or STANDING> (TTL, 2 years)
//   idempotency          IDEMPOTENCY#<owner>       <route>#<sha256 of key>   (TTL)
//   webhook              WEBHOOKS#<owner>          <webhook>
//   webhooks' version    OWNER#<owner>             WEBHOOKS
//   slow try's place     OWNER#<owner>             SLOWTRY#<place>           (TTL)
//   event for webhooks   EVENT#<event>             EVENT                     (TTL, 30 days)            DELIVER#<shard> until
//                                                                                                    handed on
//   delivery             WEBHOOK#<webhook>         DELIVERY#<event>          (TTL, 30 days)            DELIVER#<shard> while
//                                                                                                    to be tried
//   notice               NOTICES#<owner>          NOTICE#<event>            (TTL, 30 days)
//   notices to be mailed NOTICES#<owner>          MAIL                                                 NOTICEMAIL
//   activity             ACTIVITY#<owner>         <ms>#<activity>          (TTL, 1 year)   written once, never changed
//   usage record         USAGE#<owner>#<hour>      <ms>#<request id>         (TTL, 90 days)
//   job record           JOBS#<owner>#<hour>       <ms>#<post>#<account>
//   usage summary        SUMMARY#<owner>           HOUR#<hour> / DAY#<day> (requests), JHOUR# / JDAY# (jobs)
//   packed records       SUMMARY#<owner>           PACK#<hour>#<ms>          (TTL, 90 days)
//   summarized so far    SUMMARY#<owner>           STATE
//   summarizer's place   SUMMARIZER                CURSOR
//
// Times inside keys are Unix milliseconds in 15 digits, so that they sort as text.

export * from './table-keys/accounts.ts'
export * from './table-keys/events.ts'
export * from './table-keys/figures.ts'
export * from './table-keys/media.ts'
export * from './table-keys/owners.ts'
export * from './table-keys/partitions.ts'
export * from './table-keys/people.ts'
export * from './table-keys/posts.ts'
export * from './table-keys/records.ts'
export { DUE_SHARDS, endOf, type Key, type Shape, shardOf, sortable, timed } from './table-keys/shape.ts'
