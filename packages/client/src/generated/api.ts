// Made from docs/openapi.json by `npm run docs`.
export interface paths {
    "/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description Send a form of up to about 4.5 MB, or the address of a file, which the service fetches: at most 5 at once, from sources that send 64 KB a second or more. For larger files of your own use an upload session. At most 5 GB. Images (JPG, PNG, GIF, WebP, SVG, HEIC, HEIF), video (MP4, MOV, WebM, AVI, MPEG), audio (MP3, WAV, OGG) and other files.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your media
         * @description Newest first, without deleted ones.
         */
        get: operations["listMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of your media
         * @description The tags in use, those of most files first.
         */
        get: operations["listMediaTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description Needs no key: the id is the secret. Up to 200 MB are streamed to callers with a key, 1 MB to callers without one; a longer file or range is answered with a redirect to the content delivery network. `X-Content-Length` has the number of bytes; do not rely on `Content-Length`, which the gateway may rename. A caller that reads less than 64 KB a second over 10 seconds is disconnected.
         */
        get: operations["downloadMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Also deletes everything that was made from it. Refused while an unfinished post uses it.
         */
        delete: operations["deleteMedia"];
        options?: never;
        /**
         * Get the headers of a file
         * @description Needs no key: the id is the secret. Up to 200 MB are streamed to callers with a key, 1 MB to callers without one; a longer file or range is answered with a redirect to the content delivery network. `X-Content-Length` has the number of bytes; do not rely on `Content-Length`, which the gateway may rename. A caller that reads less than 64 KB a second over 10 seconds is disconnected.
         */
        head: operations["headMedia"];
        /**
         * Rename, describe or tag a file
         * @description Only the fields that are sent are changed. Posts that are accepted already keep the alternative text that they were given; of those that were given none, the description counts that the file has when they are published.
         */
        patch: operations["changeMedia"];
        trace?: never;
    };
    "/v1/media/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the upload of a large file
         * @description Returns an address to PUT the file to. Then complete the upload. With `in_parts` the file is sent in parts, and the upload can resume after a broken connection: `GET /v1/media/uploads/{id}` lists which parts have arrived and the addresses of the others.
         */
        post: operations["startUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of an upload
         * @description Lists which parts have arrived, and addresses for the others that are valid for an hour; each request returns new addresses. PUT exactly the bytes of a part to its address with its headers; 412 means that the part has arrived already. A file that was not announced in parts is one part. 404 once the upload is completed or aborted.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Abort an upload
         * @description Removes all bytes that have arrived; they no longer count against the quota. An upload that is not completed is aborted after a day.
         */
        delete: operations["giveUpUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/uploads/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an upload
         * @description Call this after sending the file. Calling it twice does no harm.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your accounts
         * @description In the order in which they were connected. Accounts are connected in the dashboard.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post to the feed
         * @description Several media become a carousel. Instagram accepts 1 to 10, and turns a single video into a reel. Threads accepts 2 to 20 images, or exactly one video. Everything is checked first: the post is accepted as a whole or not at all.
         */
        post: operations["postFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/reels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a reel
         * @description One video. Instagram and Facebook take it, Threads, Bluesky and Mastodon do not. Everything is checked first: the post is accepted as a whole or not at all.
         */
        post: operations["postReels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/stories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a story
         * @description One image or video that disappears after 24 hours. Instagram and Facebook take it, Threads, Bluesky and Mastodon do not. Stories cannot be scheduled. Everything is checked first: the post is accepted as a whole or not at all.
         */
        post: operations["postStories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a text
         * @description Text without media. Threads (500 characters) and Bluesky (300 characters) and Mastodon (500 characters) and Facebook (63206 characters) take it, Instagram does not. Everything is checked first: the post is accepted as a whole or not at all.
         */
        post: operations["postText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your posts
         * @description Newest first.
         */
        get: operations["listPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a post
         * @description For each account: its state, link, jobs, the platform's error, and a timeline.
         */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /**
         * Cancel a post
         * @description On every account where publishing has not begun, or where the post waits for another try (a limit of the platform holds it, for example) and nothing was sent that publishes it.
         */
        delete: operations["cancelPost"];
        options?: never;
        head?: never;
        /**
         * Move a scheduled post
         * @description Possible until publishing begins.
         */
        patch: operations["reschedulePost"];
        trace?: never;
    };
    "/v1/posts/{id}/publications/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a published post on a platform
         * @description Where the platform can (409 `not_possible_on_platform` elsewhere, as on Instagram for accounts that are not connected with Facebook Login), with the permission that it wants for it, such as `threads_delete`. Platforms limit deletions; further ones wait. All live posts of a thread are deleted, the last one first. The publication's `deletion` shows the progress, and its `state` becomes `deleted`. A repeated request changes nothing, or starts again if the deletion failed.
         */
        delete: operations["deletePublication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish again where it failed
         * @description On the accounts that failed for a temporary reason (`retryable`). Never if the outcome is unknown, because the post may be live.
         */
        post: operations["retryPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhooks
         * @description All of them in one answer, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Messages are signed in the Standard Webhooks form (`webhook-id`, `webhook-timestamp`, `webhook-signature`). A message that is not answered with 2xx is sent again for 24 hours; a webhook whose address accepts nothing for 3 days is switched off. At most 20 webhooks.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Messages that wait for it are not sent or tried again.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Switch a webhook on or off
         * @description While it is off nothing is sent to it: events of that time get no message, and waiting messages end as failed, to be replayed when it is on again. When it is switched on, earlier failures are forgotten.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For a day messages also carry a signature by the previous secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a message to this address, signed and repeated like any other.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Newest first, of the last 30 days.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Sends the same message with the same id.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your usage
         * @description Requests and jobs up to now; this request is counted in the next report.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description The person, the chosen owner, the role, and the other owners that the session can switch to.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session and deletes its cookie.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        /**
         * Switch to another owner
         * @description Takes effect in every tab of the browser.
         */
        patch: operations["switchOwner"];
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description The sessions of the person who is signed in that have not expired, one for each browser.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Ends all sessions of the person, including this one.
         */
        delete: operations["signOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Only a session of the person who is signed in; others are not found.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of a post
         * @description For each account, as the platforms report them. They are at most a quarter of an hour old in the first two days of the post, six hours in its first month, then a day. Instagram reports figures up to two days late, and those of a story for one day only: the service reads them before that day ends if the permission is known to be granted.
         */
        get: operations["getPostInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/posts/{id}/collaborators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who shares a post
         * @description For each account, the people whom `options.instagram.collaborators` invited, and who has accepted. Instagram tells this for accounts that are connected with Facebook Login, and names only people who let themselves be tagged as collaborators.
         */
        get: operations["getPostCollaborators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/{id}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of an account
         * @description For a range of whole days (UTC), at most 30: each day that `from` and `to` touch, today up to now. At most an hour old, or a day if the range ended two or more days ago.
         *
         *     With `by=day`: the figures that the service has kept for each day, which may be more than the platform still tells. It reads the figures of every account once a day and keeps them for two years; the range has at most 366 days. The platform is not asked. Figures of the last two days may still change. A new account has those of the week before it was connected, if its platform tells them.
         */
        get: operations["getAccountInsights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connections of your accounts
         * @description The state at the last check: whether each account can publish, until when, and what its owner has to do.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/{id}/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the capabilities of an account
         * @description Types of post, options and limits, what the granted permissions allow, and the remaining quota, which is read from the platform.
         */
        get: operations["getCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/{id}/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find places for the location of a post
         * @description For Instagram accounts that are connected with Facebook Login: Pages with coordinates, by words of their name or address. Their ids are what `options.instagram.location_id` takes.
         */
        get: operations["findPlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/{id}/hashtags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find out whether a hashtag is used
         * @description For Instagram accounts that are connected with Facebook Login: the most popular posts with a hashtag. Instagram lets an account search for 30 different hashtags within 7 days; asking for one of them again does not count.
         */
        get: operations["findHashtag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/{id}/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the weekly slots of an account
         * @description Posts with the `scheduled_at` `next_slot` are published at these times. `next_free` has the next ten that are free; with `to` all from `from`, or now, to `to`, over 62 days at most.
         */
        get: operations["getSlots"];
        /**
         * Set the weekly slots of an account
         * @description Replaces all slots; posts that are queued already keep their times. A time that does not exist on the day the clocks go forward moves by the same amount; of a time that occurs twice, the first counts.
         */
        put: operations["setSlots"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start connecting an account
         * @description Needs the role `admin`. The connection can be finished once, in the same session, within an hour.
         */
        post: operations["beginConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/authorizations/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish connecting an account
         * @description Send the values that the platform appended to the address. An account that the owner had before keeps its id, posts and schedules.
         */
        post: operations["finishConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/authorizations/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an account with a password for apps
         * @description For platforms on which a person can make a password for one app. The password is not kept. Needs the role `admin`.
         */
        post: operations["connectWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/authorizations/choose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect some of the accounts of one sign-in
         * @description One sign-in can give several accounts; then its answer lists them. They can be chosen in the same session, within a quarter of an hour. What cannot be connected does not keep the others from it.
         */
        post: operations["connectChosen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/social/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an account
         * @description Erases its token; scheduled posts to it fail. Needs the role `admin`.
         */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/connect-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connect links
         * @description The links of the owner, newest first, without their secrets. Needs the role `admin`.
         */
        get: operations["listConnectLinks"];
        put?: never;
        /**
         * Create a connect link
         * @description A client who has the link can connect accounts without signing in: for 7 days, for each account once, and while the admin who created it is one. Needs the role `admin`.
         */
        post: operations["createConnectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/connect-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a connect link
         * @description Takes effect at once; accounts that it connected stay connected. Needs the role `admin`.
         */
        delete: operations["revokeConnectLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a connect link, and connect accounts by it
         * @description Without `visit` the answer says what the link is for. A link that cannot be used is not found, whatever the reason.
         *
         *     Begin with `platform`: the answer has the page on which the account's owner agrees. It can be finished once, with the same link in the same browser, within an hour.
         *
         *     Finish with the values that the platform appended to the address. A sign-in that gives several accounts connects none of them: it is answered with a `choice`, of which as many accounts as the link still connects can be chosen within a quarter of an hour, with `choice` and `accounts`.
         */
        post: operations["connectByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts that wait for approval
         * @description Posts that were sent for approval, the newest first.
         */
        get: operations["listApprovals"];
        put?: never;
        /**
         * Send a post for approval
         * @description The post is published only after an editor or admin approved it, exactly as it was approved. Needs the role `author` or a higher one.
         */
        post: operations["sendForApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a post that waits for approval
         * @description With everything that was said and done about it.
         */
        get: operations["getApproval"];
        /**
         * Change a post that waits for approval
         * @description It waits for approval again. An author changes only posts of their own.
         */
        put: operations["changeApproval"];
        post?: never;
        /**
         * Withdraw a post that waits for approval
         * @description It is never published. An author withdraws only posts of their own.
         */
        delete: operations["withdrawApproval"];
        options?: never;
        head?: never;
        /**
         * Make or end the link to review a post
         * @description Somebody without a user who has the link sees this one post with what was said about it, and can approve it, ask for changes or comment: for 7 days, and while its maker is an editor. A new link takes the place of the one before. Needs the role `editor`.
         */
        patch: operations["setReviewLink"];
        trace?: never;
    };
    "/v1/approvals/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a post that waits for approval
         * @description Needs the role `author` or a higher one.
         */
        post: operations["commentOnApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for changes of a post
         * @description Needs the role `editor` or a higher one.
         */
        post: operations["askForChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a post
         * @description Accepts the post, exactly as it was seen, in the transaction that approves it: once, however often it is sent. If its time has passed meanwhile, it is published at once where its `not_after` allows that; otherwise `publish_at` has to say when. After its author was asked for changes it has to be changed first. Needs the role `editor` or a higher one.
         */
        post: operations["approvePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drafts or templates
         * @description What your team shares, the last changed first.
         */
        get: operations["listDrafts"];
        put?: never;
        /**
         * Save a draft
         * @description A draft is not published by itself. With a name it is a template. At most 100 of each are kept. Needs the role `author` or a higher one.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description With who saved it last, and when. Publish it with the `Idempotency-Key` `draft-<id>-<version>`, or send it for approval with it: whoever does so at the same moment, as a post of whatever type, makes one post of that version. The further posts of a series have `-1`, `-2` … behind it, made in this order: it becomes one series, too.
         */
        get: operations["getDraft"];
        /**
         * Change a draft
         * @description Replaces it, unless somebody else saved it since the version that you name.
         */
        put: operations["changeDraft"];
        post?: never;
        /**
         * Delete a draft
         * @description Nothing of it is published.
         */
        delete: operations["deleteDraft"];
        options?: never;
        head?: never;
        /**
         * Say that you are editing a draft
         * @description The team sees it in `editing` for 90 seconds; say it again while you go on. It keeps nobody from saving. Needs the role `author` or a higher one.
         */
        patch: operations["editDraft"];
        trace?: never;
    };
    "/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a post by a link
         * @description Shows the post of the link, after the `decision` if there is one. Exactly the version that was approved goes out; a change asks again.
         */
        post: operations["reviewByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a plan of posts
         * @description Stores a post for each row without a problem. A row is imported once, however often the file is sent: an import that broke off is repeated. Rows are recognized by the column `id`, or else by their content; the same row with another `time_zone`, a day of a series with an `id` at another hour, and such a series on other days are refused, and so is a row that repeats with the `id` of a post that exists. A row of an export whose `status` says that its post no longer waits, or whose `not_in_file` names fields that the post has and a file cannot hold, is refused, unless the post exists here. With `for_approval` each post waits for an editor by itself, as one of `POST /v1/approvals` does, and nothing goes out before it is approved; one whose time has passed by then goes out at once where its `not_after` allows that. A row that was sent for approval is not imported again, no matter who sends the file and whatever became of it. Needs the role `editor` or a higher one; with `for_approval`, the role `author`.
         */
        post: operations["importPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a plan of posts
         * @description Reads a CSV file and says everything that is wrong with each row; nothing is stored. A row names its accounts as `platform:name` and its media by id or title, several with `;`. `scheduled_at` is a time (`2031-05-06 10:30` in `time_zone`, one with an offset, whose fractions of a second are dropped, or Unix milliseconds), `now` or `next_slot`. `repeat` (daily, weekly, every 2 weeks, monthly) with `repeat_until` makes a post for each time. Rows with `next_slot` take slots in the order of the file. Needs the role `author` or a higher one.
         */
        post: operations["checkImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export posts and their results
         * @description A page of posts as CSV, newest first, with the columns of an import and status, published_at, links, problems, not_in_file. After the last page there is only the line of columns. Cells that a spreadsheet would take for a formula begin with `'`, which an import takes away again.
         */
        get: operations["exportPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all records
         * @description All records of the owner that is chosen in the session, a page at a time: one for each line of the files that `admin owner export` writes. Originals of media are not in it: fetch those of `media` records whose `status` is `active`. That an export was begun is in the record of changes. Needs the role `admin`.
         */
        get: operations["exportRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys
         * @description The keys of the owner that is chosen in the session: all active ones, and the last 50 that were revoked.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Needs the role `admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a new secret
         * @description Needs the role `admin`.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Takes effect with the next request. Needs the role `admin`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an assistant act in your name
         * @description What the consent page sends: the parameters of the authorization request (OAuth 2.1) with which the assistant opened it. Without `decision` the answer says who asks for what. Nothing is ever sent to a `redirect_uri` that the assistant did not name.
         */
        post: operations["authorizeAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team
         * @description The members and open invitations of the owner that is chosen in the session.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was changed
         * @description Changes of keys, accounts, members, invitations, webhooks and settings, and deletions, for the owner that is chosen in the session: who made them, when, and from where. Kept for 365 days. Needs the role `admin`.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person
         * @description Valid for 7 days and for that address only. Needs the role `admin`. Ends an earlier invitation of the address. If the stack has its own user pool and the address has no password yet, it is mailed a first password: at most once in 10 minutes, and 20 times a day (UTC) for an owner. The link works without the mail, too.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Its link no longer works. Needs the role `admin`.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Takes effect with the next request. An admin can remove anyone, other members only themselves. An owner always keeps an admin. Open invitations by the member end; API keys, webhooks and connections keep working, and the answer lists them.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Takes effect with the next request. Needs the role `admin`. The open invitations of a member who is no longer an admin end.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/v1/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invitation
         * @description For the person who received the link, before joining.
         */
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the team that invited you
         * @description Only with the invited address. The session switches to that owner. Sent again by the same member, it is answered as the first time.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notices
         * @description Posts that failed, accounts that must be reconnected or whose owner must act, and webhooks that were switched off, of the last 30 days: the newest 100, the newest first.
         */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark notices as seen
         * @description For the person who is signed in, and this owner. Notices that were seen before stay seen.
         */
        post: operations["seeNotices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notices/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the mail setting for notices
         * @description For the person who is signed in, and this owner; at most one mail an hour.
         */
        get: operations["getNoticeSettings"];
        /**
         * Turn notices by mail on or off
         * @description Mail goes to the address that the person signs in with. If the service sends no mail, the setting is stored all the same.
         */
        put: operations["setNoticeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the API as an OpenAPI document
         * @description For tools and generated clients. No key is needed.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the API as a page
         * @description Every operation with its fields, answers and examples. No key is needed.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the API as a page on which requests can be tried
         * @description Needs JavaScript; `GET /docs` does not. No key is needed to read it.
         */
        get: operations["getInteractiveReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "post.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post is live on every account */
        post: operations["onPostPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post failed on every account */
        post: operations["onPostFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.partially_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post failed on some accounts */
        post: operations["onPostPartiallyFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.reconnect_required": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A platform no longer accepts an account's token */
        post: operations["onAccountReconnectRequired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "media.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An uploaded file was inspected: its dimensions are known */
        post: operations["onMediaReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The problem, for programs: codes are stable, messages may change.
         * @enum {string}
         */
        ErrorCode: "required" | "invalid_type" | "invalid_format" | "invalid_value" | "too_short" | "too_long" | "too_small" | "too_big" | "unknown_field" | "duplicate" | "malformed_json" | "malformed_multipart" | "empty_file" | "unknown_account" | "account_disconnected" | "account_reconnect_required" | "account_action_required" | "no_supported_account" | "unknown_media" | "media_count" | "media_kind" | "media_mixed" | "media_format" | "media_too_large" | "option_not_supported" | "option_conflict" | "option_needs_permission" | "option_needs_facebook_login" | "invalid_schedule" | "no_free_slot" | "token_expires_first" | "personal_account" | "missing_permissions" | "connection_refused" | "invalid_state" | "invalid_code" | "account_of_another_owner" | "app_not_configured" | "invalid_token" | "platform_unavailable" | "invalid_key" | "session" | "session_required" | "role_required" | "approval_required" | "no_owner" | "invitation_of_another_address" | "not_owner" | "key_not_allowed" | "request_blocked" | "not_found" | "media_in_use" | "conflict" | "already_started" | "approval_changed" | "approval_late" | "draft_changed" | "not_scheduled" | "not_retryable" | "webhook_disabled" | "permission_not_granted" | "not_possible_on_platform" | "search_limit_reached" | "not_published" | "too_many_webhooks" | "last_admin" | "upload_incomplete" | "idempotency_in_flight" | "idempotency_mismatch" | "body_too_large" | "file_too_large" | "quota_exceeded" | "unsupported_media_type" | "range_not_satisfiable" | "precondition_failed" | "url_not_allowed" | "source_failed" | "file_mismatch" | "image_refused" | "unavailable" | "internal_error";
        /** @description The body of every error except 429. */
        Error: {
            /** @constant */
            success: false;
            /** @description All problems in one text, for people. */
            message: string;
            errors: {
                code: components["schemas"]["ErrorCode"];
                /** @description The field concerned: `media.container_id`, `hashtags[3]`. */
                path?: string;
                message: string;
            }[];
            /** @description The same as X-Request-Id. */
            request_id: string;
        };
        /** @description The body of 429. */
        RateLimitError: {
            error: {
                /** @constant */
                type: "rate_limit_exceeded";
                message: string;
                /** @description Seconds to wait; the same as Retry-After. */
                retry_after: number;
            };
        };
        Account: {
            /**
             * Format: uuid
             * @description What posts name in `accounts`.
             */
            id: string;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /** @description Digits, too many for a number. */
            external_account_id: string;
            external_username: string;
            external_name: string;
            external_bio: string;
            /** @description Address of the profile's picture; empty where there is none. */
            external_profile_url: string;
            /** @description JSON: the state of the connection (`status`, `reason`, `token_expires_at`, ...). */
            metadata: string | null;
            social_provider: {
                /**
                 * Format: int64
                 * @description 1 instagram, 2 threads, 3 facebook, 4 x, 5 youtube, 6 bluesky, 7 mastodon.
                 */
                id: number;
                /** @description Posts go to `instagram` and `threads` and `bluesky` and `mastodon` and `facebook`; the others are listed only. */
                name: string;
                display_name: string;
                kr_name: string | null;
                /** @description JSON: the types of post that go there. */
                config: string | null;
                icon_url: string | null;
            };
        };
        AccountDays: {
            /** Format: uuid */
            account_id: string;
            /** @enum {string} */
            platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            /** @description Names of figures that count people: those of several days do not add up to the people of all of them. */
            people: string[];
            days: {
                /**
                 * Format: date
                 * @description Of UTC.
                 */
                day: string;
                /** @description What happened within the day, by the platform's names. Null where nothing is kept of it. */
                figures: {
                    [key: string]: number;
                } | null;
                /** @description Counts as they stood when they were read on that day, such as followers. Null where they were not. */
                standing: {
                    [key: string]: number;
                } | null;
            }[];
        };
        AccountInsights: {
            /** Format: uuid */
            account_id: string;
            /** @enum {string} */
            platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            /** @description Names of those figures that are of no range: counts as they stood at `read_at`, such as followers. */
            readonly standing: string[];
            /** @description By the platform's names. Null where there are none; then `problem` says why. */
            figures: {
                [key: string]: number;
            } | null;
            /**
             * Format: int64
             * @description When the platform told them, Unix milliseconds.
             */
            read_at: number | null;
            /** @description Why there are no figures, or none that are newer. */
            problem: {
                /** @enum {string} */
                code: "not_published" | "permission_not_granted" | "account_disconnected" | "account_reconnect_required" | "account_action_required" | "no_figures" | "platform_unavailable";
                message: string;
            } | null;
        };
        AccountReconnectRequired: {
            /** @constant */
            type: "account.reconnect_required";
            /**
             * Format: date-time
             * @description When it happened, ISO 8601.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                account_id: string;
                reason: string | null;
                platform: string | null;
                external_username: string | null;
            };
        };
        /** @description Kept for 365 days. Nobody can change or delete it. */
        Activity: {
            /** Format: uuid */
            id: string;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            at: number;
            /**
             * @description What was changed, and how.
             * @enum {string}
             */
            action: "owner.created" | "owner.changed" | "owner.exported" | "owner.deleted" | "key.created" | "key.rotated" | "key.revoked" | "account.connected" | "account.reconnected" | "account.disconnected" | "account.slots_changed" | "member.joined" | "member.role_changed" | "member.removed" | "invitation.created" | "invitation.withdrawn" | "connect_link.created" | "connect_link.revoked" | "review_link.created" | "review_link.used" | "review_link.revoked" | "webhook.created" | "webhook.rotated" | "webhook.switched_on" | "webhook.switched_off" | "webhook.deleted" | "media.deleted" | "post.deletion_requested";
            /** @description The thing that was changed. For a webhook the name is the host of its address. */
            target: {
                id: string;
                name: string | null;
            };
            /** @description What else there is to say, such as `role`. */
            details: {
                [key: string]: string | number | boolean | null;
            };
            actor: {
                /**
                 * @description A person who is signed in, an API key, a visitor (such as a client with a connect link), the operator with the command, or the service by itself.
                 * @enum {string}
                 */
                kind: "person" | "key" | "visitor" | "operator" | "service";
                /** @description Id of the person or key; for the operator, the user on their machine. */
                id: string | null;
                name: string | null;
                email: string | null;
            };
            /** @description The address that the request came from, or the operator's machine. */
            from: string | null;
            /** @description The machine that passed the request on, such as the CDN of the dashboard: what `from` says is its word. */
            through: string | null;
        };
        Approval: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "feed" | "reels" | "stories" | "text";
            /** @description The body of `POST /v1/posts/<type>`. */
            post: Record<string, never>;
            /**
             * @description `changes_asked`: of its author; any change of the post makes it `waiting` again.
             * @enum {string}
             */
            state: "waiting" | "changes_asked" | "approved" | "withdrawn";
            /**
             * Format: int64
             * @description Goes up with every change of the post. A decision names the version that it is about.
             */
            version: number;
            /** @description Its time passed while it waited. */
            late: boolean;
            /** @description Its `not_after` passed too: it cannot be approved as it is. */
            too_late: boolean;
            /**
             * Format: uuid
             * @description The post that it became.
             */
            post_id: string | null;
            /**
             * Format: int64
             * @description Until when the link to review it is good. Null without one, and once it is decided.
             */
            review_until: number | null;
            /**
             * Format: int64
             * @description Until when the link shows it and what is said about it, also after it was decided. Null without one.
             */
            review_shown_until: number | null;
            created_by: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
        };
        ApprovalEntry: {
            /** @enum {string} */
            kind: "sent" | "changed" | "comment" | "changes_asked" | "approved" | "withdrawn";
            /** @description A comment; for `approved`, the names of people in the post that nobody has and that stay plain text. */
            text: string;
            /** Format: int64 */
            version: number;
            by: components["schemas"]["Maker"] | null;
            /** @description What a reviewer without a user is called; `by` is then the editor who made the link. */
            reviewer: string | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            at: number;
        };
        ApprovalWithHistory: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "feed" | "reels" | "stories" | "text";
            /** @description The body of `POST /v1/posts/<type>`. */
            post: Record<string, never>;
            /**
             * @description `changes_asked`: of its author; any change of the post makes it `waiting` again.
             * @enum {string}
             */
            state: "waiting" | "changes_asked" | "approved" | "withdrawn";
            /**
             * Format: int64
             * @description Goes up with every change of the post. A decision names the version that it is about.
             */
            version: number;
            /** @description Its time passed while it waited. */
            late: boolean;
            /** @description Its `not_after` passed too: it cannot be approved as it is. */
            too_late: boolean;
            /**
             * Format: uuid
             * @description The post that it became.
             */
            post_id: string | null;
            /**
             * Format: int64
             * @description Until when the link to review it is good. Null without one, and once it is decided.
             */
            review_until: number | null;
            /**
             * Format: int64
             * @description Until when the link shows it and what is said about it, also after it was decided. Null without one.
             */
            review_shown_until: number | null;
            created_by: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
            history: components["schemas"]["ApprovalEntry"][];
        };
        Assistant: {
            /** @description As it calls itself. */
            name: string;
            /** @description The host that vouches for it; null for one that registered itself under any name. */
            host: string | null;
            /** @description Where the browser goes back to: a host, or the scheme of a program such as `cursor://`. */
            redirect_host: string;
            /** @description Whether that is a program on the machine of the browser. */
            on_this_machine: boolean;
            /** @description What it may be given, from most to least. */
            roles: ("editor" | "author" | "viewer")[];
        };
        BegunByLink: {
            url: string;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
        };
        Capabilities: {
            /** Format: uuid */
            account_id: string;
            platform: string;
            /** @description All that the account's own server says that it takes, in place of what its platform does; absent where it says nothing. */
            server_limits?: components["schemas"]["ServerLimits"];
            post_types: ("feed" | "reels" | "stories" | "text")[];
            /** @description Null where they are not known. */
            permissions: string[] | null;
            limits?: {
                caption: {
                    /** Format: int64 */
                    max: number;
                    /** @enum {string} */
                    counts: "utf16_units" | "graphemes";
                };
                posts: {
                    feed?: components["schemas"]["PostLimits"];
                    reels?: components["schemas"]["PostLimits"];
                    stories?: components["schemas"]["PostLimits"];
                    text?: components["schemas"]["PostLimits"];
                };
                /**
                 * Format: int64
                 * @description As documented; `quota` is what the platform says.
                 */
                daily_posts: number;
                /** Format: int64 */
                daily_deletions: number | null;
            };
            /** @description Those of `options.<platform>`. */
            options?: {
                option: string;
                goes_with: ("text" | "image" | "video" | "reel" | "story" | "carousel")[];
                /** @description Null where it is not known what was granted: then the platform says. */
                available: boolean | null;
                /** @description What it takes beyond publishing. */
                permission: string | null;
                needs_facebook_login: boolean;
            }[];
            insights?: {
                /** @description Null where it is not known what was granted: then the platform says. */
                available: boolean | null;
                /** @description What it takes beyond publishing. */
                permission: string | null;
            };
            /** @description Taking a published post off the platform. */
            deletion?: {
                /** @description Null where it is not known what was granted: then the platform says. */
                available: boolean | null;
                /** @description What it takes beyond publishing. */
                permission: string | null;
            };
            /** @description Null where the platform did not say; then `quota_problem` says why. */
            quota: {
                /** Format: int64 */
                used: number;
                /** Format: int64 */
                total: number;
                /** Format: int64 */
                period_ms: number;
            } | null;
            quota_problem: string | null;
            /** @description `not_told`: no account of the platform is told. `ask_later`: it could not be asked, or did not answer. `refused`: it refused. */
            quota_problem_code: ("not_told" | "ask_later" | "refused") | null;
        };
        Choice: {
            id: string;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
            accounts: {
                id: string;
                platform: string;
                username: string;
                name: string;
                /** @description Empty where there is none. */
                picture_url: string;
                /** @description Why it cannot be connected; null where it can. */
                problem: string | null;
            }[];
        };
        ConnectLink: {
            /** Format: uuid */
            id: string;
            label: string;
            platforms: {
                name: string;
                display_name: string;
            }[];
            /** Format: int64 */
            max_accounts: number;
            /** @description What it connected. */
            connected: {
                platform: {
                    name: string;
                    display_name: string;
                };
                username: string;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                at: number;
            }[];
            /**
             * @description `used`: all its accounts are connected. `revoked`: also where its maker is no admin any more.
             * @enum {string}
             */
            state: "open" | "used" | "expired" | "revoked";
            created_by: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
        };
        ConnectLinkMade: {
            /** Format: uuid */
            id: string;
            label: string;
            platforms: {
                name: string;
                display_name: string;
            }[];
            /** Format: int64 */
            max_accounts: number;
            /** @description What it connected. */
            connected: {
                platform: {
                    name: string;
                    display_name: string;
                };
                username: string;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                at: number;
            }[];
            /**
             * @description `used`: all its accounts are connected. `revoked`: also where its maker is no admin any more.
             * @enum {string}
             */
            state: "open" | "used" | "expired" | "revoked";
            created_by: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
            /** @description The address to give to the client. It is shown this once. */
            url: string;
        };
        Connected: {
            /** Format: uuid */
            id: string;
            platform: {
                name: string;
                display_name: string;
            };
            /** @description The platform that was signed in to, where it is another than the account's own: `facebook` for an Instagram account that came with a Page. */
            connected_via?: string;
            username: string;
            name: string;
            /** @description Address of the profile's picture; empty where there is none. */
            profile_url: string;
            /**
             * @description `reconnect_required`: the token is no good any more. `action_required`: its owner must act in the app. `listed`: nothing is published there.
             * @enum {string}
             */
            status: "connected" | "reconnect_required" | "action_required" | "listed";
            status_reason: string | null;
            /**
             * Format: int64
             * @description Unless it is refreshed before; the service does that by itself.
             */
            token_ends_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            last_synced_at: number | null;
            last_error: string | null;
            missing_permissions: string[];
            /** @description Posts that are still to go out there; 1000 means as many or more. */
            scheduled_posts: number;
            /** @description What the account's own server takes in place of what its platform does; absent where it says nothing. */
            server_limits?: {
                /**
                 * Format: int64
                 * @description Characters of a text.
                 */
                text_max?: number;
                /**
                 * Format: int64
                 * @description What a link counts, whatever its length.
                 */
                link_length?: number;
                /**
                 * Format: int64
                 * @description Pictures in one post.
                 */
                media_max?: number;
            };
            created_by?: components["schemas"]["Maker"] | null;
            /** @description Whether the owner had the account before. */
            again: boolean;
        };
        ConnectedByLink: {
            platform: {
                name: string;
                display_name: string;
            };
            username: string;
            name: string;
            /** @description What the owner may do from now on. */
            granted: ("publish" | "comments" | "insights" | "delete" | "location" | "stories")[];
            /** @description As the platform names them; null where it does not say. */
            permissions: string[] | null;
        };
        Connection: {
            /** Format: uuid */
            id: string;
            platform: {
                name: string;
                display_name: string;
            };
            /** @description The platform that was signed in to, where it is another than the account's own: `facebook` for an Instagram account that came with a Page. */
            connected_via?: string;
            username: string;
            name: string;
            /** @description Address of the profile's picture; empty where there is none. */
            profile_url: string;
            /**
             * @description `reconnect_required`: the token is no good any more. `action_required`: its owner must act in the app. `listed`: nothing is published there.
             * @enum {string}
             */
            status: "connected" | "reconnect_required" | "action_required" | "listed";
            status_reason: string | null;
            /**
             * Format: int64
             * @description Unless it is refreshed before; the service does that by itself.
             */
            token_ends_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            last_synced_at: number | null;
            last_error: string | null;
            missing_permissions: string[];
            /** @description Posts that are still to go out there; 1000 means as many or more. */
            scheduled_posts: number;
            /** @description What the account's own server takes in place of what its platform does; absent where it says nothing. */
            server_limits?: {
                /**
                 * Format: int64
                 * @description Characters of a text.
                 */
                text_max?: number;
                /**
                 * Format: int64
                 * @description What a link counts, whatever its length.
                 */
                link_length?: number;
                /**
                 * Format: int64
                 * @description Pictures in one post.
                 */
                media_max?: number;
            };
            created_by?: components["schemas"]["Maker"] | null;
        };
        Delivery: {
            /** @description The `webhook-id` of the message, the same however often it is sent. */
            id: string;
            /** @description One of those of the webhook, or `webhook.test`. */
            event: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            attempts: {
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                at: number;
                /**
                 * Format: int64
                 * @description The receiver's; null where it did not answer.
                 */
                status: number | null;
                error: string | null;
                /** Format: int64 */
                duration_ms: number;
            }[];
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            next_attempt_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            payload: components["schemas"]["WebhookMessage"];
        };
        Draft: {
            /** Format: uuid */
            id: string;
            /** @description The name of a template; null for a draft. */
            name: string | null;
            /** @enum {string} */
            type: "feed" | "reels" | "stories" | "text";
            /** @description The body of `POST /v1/posts/<type>` as far as it is written. It is not checked. */
            post: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description Increases with every change. A request that saves the draft names the version that it began from.
             */
            version: number;
            created_by: components["schemas"]["Maker"] | null;
            /** @description Who saved it last; null for an API key. */
            updated_by: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
            /** @description The people who are editing it now, in the dashboard. They can save over each other only knowingly. */
            editing: components["schemas"]["Maker"][];
        };
        /** @description No token, no key and no secret of a webhook is in it, nor a hash of one. */
        ExportedRecord: {
            /**
             * @description The file that the record belongs to, without `.jsonl`.
             * @enum {string}
             */
            kind: "owner" | "keys" | "accounts" | "slots" | "members" | "team" | "webhooks" | "deliveries" | "media" | "posts" | "approvals" | "drafts" | "insights" | "notices" | "usage" | "activity";
            /** @description As it is stored, without what is secret. */
            record: {
                [key: string]: unknown;
            };
        };
        FinishedByLink: {
            connected: components["schemas"]["ConnectedByLink"][];
            /** Format: int64 */
            accounts_left: number;
            /** @description The accounts that the sign-in gave, where it gave several. */
            choice: components["schemas"]["Choice"] | null;
            /** @description Those of the chosen that could not be connected. */
            refused: {
                id: string;
                code: string;
                message: string;
            }[];
        };
        FoundHashtag: {
            /** Format: uuid */
            account_id: string;
            /** @description Without `#`, in lower case. */
            hashtag: string;
            /** @description Whether anybody has used it. */
            found: boolean;
            /** @description Its most popular posts, by any account. */
            posts: {
                permalink: string;
                caption: string;
                media_type: string;
                /**
                 * Format: double
                 * @description Null where they are hidden.
                 */
                likes: number | null;
                /** Format: double */
                comments: number | null;
            }[];
            /** @description Different hashtags that the account has searched for. Searching for one of them again does not count. */
            searches: {
                /** Format: int64 */
                used: number;
                /** Format: int64 */
                limit: number;
                /** Format: int64 */
                period_ms: number;
            };
        };
        FoundPlaces: {
            /** Format: uuid */
            account_id: string;
            places: {
                /** @description What `options.instagram.location_id` takes. */
                id: string;
                name: string;
                address: string | null;
                /** Format: double */
                latitude: number;
                /** Format: double */
                longitude: number;
            }[];
        };
        Import: {
            rows: components["schemas"]["ImportRow"][];
            totals: {
                /** Format: int64 */
                ready: number;
                /** Format: int64 */
                imported: number;
                /** Format: int64 */
                problem: number;
                /** Format: int64 */
                left_out: number;
            };
        };
        ImportRow: {
            /**
             * Format: int64
             * @description Its place among the posts of the plan, from 1: what `leave_out` names.
             */
            row: number;
            /**
             * Format: int64
             * @description Its line in the file.
             */
            line: number;
            /**
             * @description `imported`: now or before. A row is imported once, however often the file is sent.
             * @enum {string}
             */
            state: "ready" | "imported" | "problem" | "left_out";
            type: string;
            title: string;
            content: string;
            /** @description As the file names them. */
            accounts: string[];
            scheduled_at: (number | ("now" | "next_slot")) | null;
            /**
             * Format: uuid
             * @description The post that it became, after its approval where it was sent for that.
             */
            post_id: string | null;
            /** @description The request for approval that the row became, and its state. Null if it became none. */
            approval: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                state: "waiting" | "changes_asked" | "approved" | "withdrawn";
            } | null;
            issues: {
                /** @enum {string} */
                code: "required" | "invalid_type" | "invalid_format" | "invalid_value" | "too_short" | "too_long" | "too_small" | "too_big" | "unknown_field" | "duplicate" | "malformed_json" | "malformed_multipart" | "empty_file" | "unknown_account" | "account_disconnected" | "account_reconnect_required" | "account_action_required" | "no_supported_account" | "unknown_media" | "media_count" | "media_kind" | "media_mixed" | "media_format" | "media_too_large" | "option_not_supported" | "option_conflict" | "option_needs_permission" | "option_needs_facebook_login" | "invalid_schedule" | "no_free_slot" | "token_expires_first" | "personal_account" | "missing_permissions" | "connection_refused" | "invalid_state" | "invalid_code" | "account_of_another_owner" | "app_not_configured" | "invalid_token" | "platform_unavailable" | "invalid_key" | "session" | "session_required" | "role_required" | "approval_required" | "no_owner" | "invitation_of_another_address" | "not_owner" | "key_not_allowed" | "request_blocked" | "not_found" | "media_in_use" | "conflict" | "already_started" | "approval_changed" | "approval_late" | "draft_changed" | "not_scheduled" | "not_retryable" | "webhook_disabled" | "permission_not_granted" | "not_possible_on_platform" | "search_limit_reached" | "not_published" | "too_many_webhooks" | "last_admin" | "upload_incomplete" | "idempotency_in_flight" | "idempotency_mismatch" | "body_too_large" | "file_too_large" | "quota_exceeded" | "unsupported_media_type" | "range_not_satisfiable" | "precondition_failed" | "url_not_allowed" | "source_failed" | "file_mismatch" | "image_refused" | "rate_limit_exceeded" | "unavailable" | "internal_error";
                path?: string;
                message: string;
            }[];
            /** @description Warnings about its post: names of people that nobody has, which stay plain text. */
            notes: string[];
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            /**
             * @description `admin` does everything, `editor` posts and media, `author` posts that an editor approves, `viewer` reads.
             * @enum {string}
             */
            role: "admin" | "editor" | "author" | "viewer";
            /** @description By address; null for the operator. */
            invited_by: string | null;
            /**
             * Format: uuid
             * @description The id of the person who invited; null for the operator.
             */
            created_by: string | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
        };
        Job: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            job_type: "container_create" | "carousel_upload" | "publish_content";
            /**
             * Format: int64
             * @description Which post of a thread, from 0; absent for the first.
             */
            part?: number;
            /** @enum {string} */
            state: "pending" | "completed" | "failed";
            /** Format: uuid */
            media_asset_id: string | null;
            /** @description The platform's; null where it has none. */
            container_id: string | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            started_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            completed_at: number | null;
            error: components["schemas"]["PlatformProblem"] | null;
        };
        JobStatistics: {
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            completed: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            pending: number;
            /**
             * Format: double
             * @description Null where no job ran.
             */
            average_duration_ms: number | null;
        };
        Key: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: int64
             * @description Requests a minute.
             */
            rate_limit: number;
            /** @enum {string} */
            status: "active" | "revoked";
            created_by: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            last_used_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            revoked_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            rotated_at: number | null;
            /**
             * Format: int64
             * @description Until when the secret before the last rotation lives on.
             */
            old_secret_until: number | null;
            /**
             * Format: int64
             * @description In the last 24 hours, those over its rate among them.
             */
            requests_last_day: number;
            /** @description For a key that an assistant got by a sign-in: what it may do in the name of the person who allowed it. */
            assistant: {
                /** @enum {string} */
                role: "editor" | "author" | "viewer";
                /** @description Where the person was sent back to: a host, or the scheme of a program such as `cursor://`. */
                redirect_host: string;
                /**
                 * Format: int64
                 * @description When it ends unless the assistant uses it before.
                 */
                until: number;
            } | null;
        };
        Made: {
            /** @description Active API keys. */
            keys: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            webhooks: {
                /** Format: uuid */
                id: string;
                url: string;
            }[];
            /** @description Connected accounts. */
            connections: {
                /** Format: uuid */
                id: string;
                platform: string;
                username: string;
            }[];
        };
        Maker: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
        };
        Media: {
            /** Format: uuid */
            id: string;
            /** @description Key of the file in the store: the id and an extension. */
            object_key: string;
            /** @description MIME type, from what the bytes are. */
            content_type: string;
            /** Format: int64 */
            size_bytes: number;
            title: string;
            /** @description The description given at upload or later, which platforms are given as alternative text; else the title, which they are not. */
            alt_text: string;
            /** Format: int64 */
            version: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Pixels; images and video, once inspected.
             */
            width: number | null;
            /**
             * Format: int64
             * @description Pixels; images and video, once inspected.
             */
            height: number | null;
            /**
             * Format: int64
             * @description Video and audio, once inspected.
             */
            duration_ms: number | null;
            /** @description The tags, as JSON: an array of strings. */
            tags_json: string | null;
            /** @description JSON. */
            metadata_json: string | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
            /**
             * Format: uri
             * @description At the content delivery network; needs no key.
             */
            download_url: string;
        };
        MediaReady: {
            /** @constant */
            type: "media.ready";
            /**
             * Format: date-time
             * @description When it happened, ISO 8601.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                media_asset_id: string;
                title: string;
                content_type: string;
                /** Format: int64 */
                size_bytes: number;
                /** Format: int64 */
                width: number | null;
                /** Format: int64 */
                height: number | null;
                /** Format: int64 */
                duration_ms: number | null;
            };
        };
        Member: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            /**
             * @description `admin` does everything, `editor` posts and media, `author` posts that an editor approves, `viewer` reads.
             * @enum {string}
             */
            role: "admin" | "editor" | "author" | "viewer";
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            joined_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            last_seen_at: number;
            you: boolean;
        };
        Notice: {
            id: string;
            /** @enum {string} */
            kind: "post.failed" | "post.partially_failed" | "account.reconnect_required" | "webhook.switched_off";
            /**
             * Format: int64
             * @description When it happened.
             */
            at: number;
            /**
             * Format: int64
             * @description When the notice was written; `up_to` is compared with this.
             */
            created_at: number;
            /** @description By the person who asks. */
            seen: boolean;
            /** @description Of `post.failed` and `post.partially_failed`. */
            post: {
                /** Format: uuid */
                id: string;
                title: string;
                /**
                 * Format: int64
                 * @description That it was for.
                 */
                accounts: number;
                /**
                 * Format: int64
                 * @description On how many of them it failed.
                 */
                failed: number;
                /** @description At most ten; the post has them all. */
                failures: {
                    /** Format: uuid */
                    account_id: string;
                    platform: string;
                    code: string;
                }[];
            } | null;
            /** @description Of `account.reconnect_required`. */
            account: {
                /** Format: uuid */
                id: string;
                platform: string | null;
                username: string | null;
                reason: string | null;
            } | null;
            /** @description Of `webhook.switched_off`. */
            webhook: {
                /** Format: uuid */
                id: string;
                host: string;
            } | null;
        };
        OpenedLink: {
            owner: {
                name: string;
            };
            label: string;
            platforms: {
                name: string;
                display_name: string;
            }[];
            /** Format: int64 */
            accounts_left: number;
            connected: {
                platform: {
                    name: string;
                    display_name: string;
                };
                username: string;
            }[];
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
            /** @description How the operator presents the service; null where a setting is not set. */
            brand: {
                name: string | null;
                logo_url: string | null;
                color: string | null;
            };
        };
        OwnerOfPerson: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * @description `admin` does everything, `editor` posts and media, `author` posts that an editor approves, `viewer` reads.
             * @enum {string}
             */
            role: "admin" | "editor" | "author" | "viewer";
        };
        /** @description The platform's own words. */
        PlatformProblem: {
            message: string;
            /** Format: double */
            code?: number;
            /** Format: double */
            subcode?: number;
            type?: string;
            /** @description The platform's name for the request: its support asks for it. */
            trace_id?: string;
            /** Format: double */
            http_status?: number;
        };
        Post: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "feed" | "reels" | "stories" | "text";
            /** @enum {string} */
            status: "scheduled" | "publishing" | "published" | "partially_failed" | "failed" | "cancelled" | "expired";
            title: string | null;
            content: string;
            hashtags: string[];
            media_asset_ids: string[];
            /** Format: uuid */
            container_id: string | null;
            accounts: string[];
            /** @description On a platform that does not take this type of post, or listed only. */
            skipped_accounts: string[];
            /**
             * Format: int64
             * @description When it is to go out. Unix time, milliseconds.
             */
            scheduled_at: number | null;
            /** @description It has taken a slot of each of its accounts. */
            queued?: boolean;
            /**
             * Format: int64
             * @description What could not begin by then is not published.
             */
            not_after?: number;
            /** @enum {string} */
            on_failure?: "continue" | "stop";
            /**
             * Format: int64
             * @description When a story is over. Unix time, milliseconds.
             */
            expires_at: number | null;
            progress: {
                /** Format: int64 */
                total: number;
                /** Format: int64 */
                published: number;
                /** Format: int64 */
                failed: number;
                /** Format: int64 */
                cancelled: number;
                /**
                 * Format: int64
                 * @description How many of the failed ones are live in part.
                 */
                partial?: number;
            };
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
            smart_transform: {
                enabled: boolean;
                /** @enum {string} */
                aspect_ratio?: "1:1" | "4:5";
            };
            /** @description The platforms' options, as the request had them. */
            options?: {
                instagram?: {
                    [key: string]: unknown;
                };
                threads?: {
                    [key: string]: unknown;
                };
                bluesky?: {
                    [key: string]: unknown;
                };
                mastodon?: {
                    [key: string]: unknown;
                };
                facebook?: {
                    [key: string]: unknown;
                };
            };
            /** @description What is said for single accounts in place of what is said for all. */
            per_account?: {
                [key: string]: {
                    content?: string;
                    hashtags?: string[];
                    options?: {
                        instagram?: {
                            [key: string]: unknown;
                        };
                        threads?: {
                            [key: string]: unknown;
                        };
                        bluesky?: {
                            [key: string]: unknown;
                        };
                        mastodon?: {
                            [key: string]: unknown;
                        };
                        facebook?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description The media with what was said of each; where the request had `media.items`. */
            media_items?: {
                /** Format: uuid */
                media_asset_id: string;
                alt_text?: string;
                user_tags?: {
                    username: string;
                    /** Format: double */
                    x?: number;
                    /** Format: double */
                    y?: number;
                }[];
            }[];
            publications: components["schemas"]["Publication"][];
        };
        PostCollaborators: {
            /** Format: uuid */
            account_id: string;
            /** @enum {string} */
            platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
            /** @description Who was invited to share the post. Null where it is not known; then `problem` says why. */
            collaborators: {
                username: string;
                /** @enum {string} */
                state: "accepted" | "pending" | "other";
            }[] | null;
            problem: {
                /** @enum {string} */
                code: "required" | "invalid_type" | "invalid_format" | "invalid_value" | "too_short" | "too_long" | "too_small" | "too_big" | "unknown_field" | "duplicate" | "malformed_json" | "malformed_multipart" | "empty_file" | "unknown_account" | "account_disconnected" | "account_reconnect_required" | "account_action_required" | "no_supported_account" | "unknown_media" | "media_count" | "media_kind" | "media_mixed" | "media_format" | "media_too_large" | "option_not_supported" | "option_conflict" | "option_needs_permission" | "option_needs_facebook_login" | "invalid_schedule" | "no_free_slot" | "token_expires_first" | "personal_account" | "missing_permissions" | "connection_refused" | "invalid_state" | "invalid_code" | "account_of_another_owner" | "app_not_configured" | "invalid_token" | "platform_unavailable" | "invalid_key" | "session" | "session_required" | "role_required" | "approval_required" | "no_owner" | "invitation_of_another_address" | "not_owner" | "key_not_allowed" | "request_blocked" | "not_found" | "media_in_use" | "conflict" | "already_started" | "approval_changed" | "approval_late" | "draft_changed" | "not_scheduled" | "not_retryable" | "webhook_disabled" | "permission_not_granted" | "not_possible_on_platform" | "search_limit_reached" | "not_published" | "too_many_webhooks" | "last_admin" | "upload_incomplete" | "idempotency_in_flight" | "idempotency_mismatch" | "body_too_large" | "file_too_large" | "quota_exceeded" | "unsupported_media_type" | "range_not_satisfiable" | "precondition_failed" | "url_not_allowed" | "source_failed" | "file_mismatch" | "image_refused" | "rate_limit_exceeded" | "unavailable" | "internal_error";
                message: string;
            } | null;
        };
        PostFailed: {
            /** @constant */
            type: "post.failed";
            /**
             * Format: date-time
             * @description When it happened, ISO 8601.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                post_id: string;
                /** @enum {string} */
                type: "feed" | "reels" | "stories" | "text";
                title: string | null;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                scheduled_at: number | null;
                progress: {
                    /** Format: int64 */
                    total: number;
                    /** Format: int64 */
                    published: number;
                    /** Format: int64 */
                    failed: number;
                    /** Format: int64 */
                    cancelled: number;
                    /**
                     * Format: int64
                     * @description How many of the failed ones are live in part.
                     */
                    partial?: number;
                };
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                created_at: number;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                ended_at: number;
                accounts: {
                    /** Format: uuid */
                    account_id: string;
                    /** @enum {string} */
                    platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
                    /** @enum {string} */
                    state: "waiting" | "preparing" | "publishing" | "confirming" | "published" | "partially_published" | "failed" | "cancelled" | "deleted";
                    platform_media_id: string | null;
                    permalink: string | null;
                    error: {
                        code: string;
                        message: string;
                    } | null;
                }[];
            };
        };
        PostInsights: {
            /** Format: uuid */
            account_id: string;
            /** @enum {string} */
            platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
            platform_media_id: string | null;
            /** @description By the platform's names. Null where there are none; then `problem` says why. */
            figures: {
                [key: string]: number;
            } | null;
            /**
             * Format: int64
             * @description When the platform told them, Unix milliseconds.
             */
            read_at: number | null;
            /** @description The figures as they stood on days on which they were read, the oldest first: each day of the first 30, then the latest of every 30 days. Absent until there are two. */
            days?: {
                /**
                 * Format: date
                 * @description Of UTC.
                 */
                day: string;
                figures: {
                    [key: string]: number;
                };
            }[];
            /** @description Further posts of a thread, from 1. */
            parts?: {
                /** Format: int64 */
                part: number;
                platform_media_id: string;
                /** @description By the platform's names. Null where there are none; then `problem` says why. */
                figures: {
                    [key: string]: number;
                } | null;
                /**
                 * Format: int64
                 * @description When the platform told them, Unix milliseconds.
                 */
                read_at: number | null;
            }[];
            /** @description Why there are no figures, or none that are newer. */
            problem: {
                /** @enum {string} */
                code: "not_published" | "permission_not_granted" | "account_disconnected" | "account_reconnect_required" | "account_action_required" | "no_figures" | "platform_unavailable";
                message: string;
            } | null;
        };
        PostLimits: {
            images: {
                /** Format: int64 */
                min: number;
                /** Format: int64 */
                max: number;
            } | null;
            videos: {
                /** Format: int64 */
                min: number;
                /** Format: int64 */
                max: number;
            } | null;
            mixed: boolean;
            total: {
                /** Format: int64 */
                min: number;
                /** Format: int64 */
                max: number;
            };
            /** Format: int64 */
            max_image_bytes: number;
            /** Format: int64 */
            max_video_bytes: number;
        };
        PostPartiallyFailed: {
            /** @constant */
            type: "post.partially_failed";
            /**
             * Format: date-time
             * @description When it happened, ISO 8601.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                post_id: string;
                /** @enum {string} */
                type: "feed" | "reels" | "stories" | "text";
                title: string | null;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                scheduled_at: number | null;
                progress: {
                    /** Format: int64 */
                    total: number;
                    /** Format: int64 */
                    published: number;
                    /** Format: int64 */
                    failed: number;
                    /** Format: int64 */
                    cancelled: number;
                    /**
                     * Format: int64
                     * @description How many of the failed ones are live in part.
                     */
                    partial?: number;
                };
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                created_at: number;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                ended_at: number;
                accounts: {
                    /** Format: uuid */
                    account_id: string;
                    /** @enum {string} */
                    platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
                    /** @enum {string} */
                    state: "waiting" | "preparing" | "publishing" | "confirming" | "published" | "partially_published" | "failed" | "cancelled" | "deleted";
                    platform_media_id: string | null;
                    permalink: string | null;
                    error: {
                        code: string;
                        message: string;
                    } | null;
                }[];
            };
        };
        PostPreview: {
            valid: boolean;
            /** Format: int64 */
            scheduled_at: number | null;
            accounts: {
                /** Format: uuid */
                account_id: string;
                name: string;
                /** @enum {string} */
                platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
                valid: boolean;
                /** @description For each of them publishing would fail, or break a rule that the platform publishes. */
                problems: {
                    /** @enum {string} */
                    code: "caption_too_long" | "account_reconnect_required" | "account_action_required" | "media_unusable" | "media_dimensions" | "media_duration" | "media_too_large" | "media_not_inspected" | "media_coding" | "media_frame_rate" | "media_bit_rate" | "media_audio";
                    /**
                     * Format: uuid
                     * @description Null where it is not about a medium.
                     */
                    media_asset_id: string | null;
                    message: string;
                }[];
                /** @description What publishing would wait for, what a platform asks for and need not insist on, what is not known. */
                warnings: {
                    /** @enum {string} */
                    code: "quota_used_up" | "quota_not_known" | "sent_not_known" | "media_layout" | "media_audio" | "media_not_known" | "option_uncertain" | "mention_not_found";
                    /**
                     * Format: uuid
                     * @description Null where it is not about a medium.
                     */
                    media_asset_id: string | null;
                    message: string;
                }[];
                caption: string;
                /**
                 * Format: int64
                 * @description As the platform counts.
                 */
                caption_length: number;
                /** Format: int64 */
                caption_limit: number;
                carousel: boolean;
                containers: {
                    /** @enum {string} */
                    container_type: "image" | "video" | "reel" | "story_image" | "story_video" | "text";
                    /** Format: uuid */
                    media_asset_id: string | null;
                    /** @description What the platform would fetch. */
                    url: string | null;
                    alt_text: string | null;
                    /** @description The file as it was uploaded. */
                    source: {
                        /** Format: int64 */
                        width: number | null;
                        /** Format: int64 */
                        height: number | null;
                        /** Format: int64 */
                        duration_ms: number | null;
                        /** Format: int64 */
                        size_bytes: number;
                        content_type: string;
                        /** @description What the file is inside, as its inspection found it. Null where it could not be read, or was inspected before this was looked at; a null inside means not known or not present. */
                        properties: {
                            /** @description `MPEG-4`, `QuickTime`; of a picture what it is coded as: `jpeg`, `heif`. */
                            format: string | null;
                            /** @description Whether an MP4 or MOV describes its tracks before it brings them. */
                            moov_first: boolean | null;
                            edit_lists: boolean | null;
                            video: {
                                /** @description `AVC` is H.264. */
                                codec: string | null;
                                profile: string | null;
                                chroma: string | null;
                                scan: string | null;
                                /**
                                 * Format: double
                                 * @description Pictures per second.
                                 */
                                frame_rate: number | null;
                                /**
                                 * Format: double
                                 * @description Bits per second, on average.
                                 */
                                bit_rate: number | null;
                            } | null;
                            audio: {
                                codec: string | null;
                                /**
                                 * Format: double
                                 * @description Hertz.
                                 */
                                sample_rate: number | null;
                                /** Format: double */
                                channels: number | null;
                                /** Format: double */
                                bit_rate: number | null;
                            } | null;
                            picture: {
                                color_space: string | null;
                                alpha: boolean | null;
                            } | null;
                        } | null;
                    } | null;
                    /** @description The rules that the picture at `url` is made to meet; null for what is sent as it was uploaded. */
                    picture: {
                        /** Format: int64 */
                        min_width: number;
                        /** Format: int64 */
                        max_width: number;
                        ratio: {
                            /** Format: double */
                            min: number;
                            /** Format: double */
                            max: number;
                        };
                    } | null;
                    /** @description The file at `url`, asked for now: a picture after its transformation. Null for text. */
                    sent: {
                        content_type: string | null;
                        /** Format: int64 */
                        size_bytes: number | null;
                        /** Format: int64 */
                        width: number | null;
                        /** Format: int64 */
                        height: number | null;
                        /** @description Why it is not known, if so; the other fields are null then. */
                        reason: string | null;
                    } | null;
                }[];
                /** @description What each container would carry, by the platform's own names, and the container that joins them. Said where the request has `options`, `per_account` or `media.items`, and left out where the answer is too large with them, as of a long thread on many accounts. */
                parameters?: {
                    containers: {
                        [key: string]: unknown;
                    }[];
                    carousel: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Parameters of the publish call, on platforms where it has more than the handles of the prepared pieces. */
                    publish?: {
                        [key: string]: unknown;
                    };
                };
                /** @description The further posts of a thread; in their parameters `<post 1>` stands for the id of the first. */
                parts?: {
                    /** @description Null only where the answer is too large with all texts: the text is then the one of the same part of `same_caption_as`. */
                    caption: string | null;
                    /**
                     * Format: int64
                     * @description As the platform counts.
                     */
                    caption_length: number;
                    /** Format: int64 */
                    caption_limit: number;
                    carousel: boolean;
                    containers: {
                        /** @enum {string} */
                        container_type: "image" | "video" | "reel" | "story_image" | "story_video" | "text";
                        /** Format: uuid */
                        media_asset_id: string | null;
                        /** @description What the platform would fetch. */
                        url: string | null;
                        alt_text: string | null;
                        /** @description The file as it was uploaded. */
                        source: {
                            /** Format: int64 */
                            width: number | null;
                            /** Format: int64 */
                            height: number | null;
                            /** Format: int64 */
                            duration_ms: number | null;
                            /** Format: int64 */
                            size_bytes: number;
                            content_type: string;
                            /** @description What the file is inside, as its inspection found it. Null where it could not be read, or was inspected before this was looked at; a null inside means not known or not present. */
                            properties: {
                                /** @description `MPEG-4`, `QuickTime`; of a picture what it is coded as: `jpeg`, `heif`. */
                                format: string | null;
                                /** @description Whether an MP4 or MOV describes its tracks before it brings them. */
                                moov_first: boolean | null;
                                edit_lists: boolean | null;
                                video: {
                                    /** @description `AVC` is H.264. */
                                    codec: string | null;
                                    profile: string | null;
                                    chroma: string | null;
                                    scan: string | null;
                                    /**
                                     * Format: double
                                     * @description Pictures per second.
                                     */
                                    frame_rate: number | null;
                                    /**
                                     * Format: double
                                     * @description Bits per second, on average.
                                     */
                                    bit_rate: number | null;
                                } | null;
                                audio: {
                                    codec: string | null;
                                    /**
                                     * Format: double
                                     * @description Hertz.
                                     */
                                    sample_rate: number | null;
                                    /** Format: double */
                                    channels: number | null;
                                    /** Format: double */
                                    bit_rate: number | null;
                                } | null;
                                picture: {
                                    color_space: string | null;
                                    alpha: boolean | null;
                                } | null;
                            } | null;
                        } | null;
                        /** @description The rules that the picture at `url` is made to meet; null for what is sent as it was uploaded. */
                        picture: {
                            /** Format: int64 */
                            min_width: number;
                            /** Format: int64 */
                            max_width: number;
                            ratio: {
                                /** Format: double */
                                min: number;
                                /** Format: double */
                                max: number;
                            };
                        } | null;
                        /** @description The file at `url`, asked for now: a picture after its transformation. Null for text. */
                        sent: {
                            content_type: string | null;
                            /** Format: int64 */
                            size_bytes: number | null;
                            /** Format: int64 */
                            width: number | null;
                            /** Format: int64 */
                            height: number | null;
                            /** @description Why it is not known, if so; the other fields are null then. */
                            reason: string | null;
                        } | null;
                    }[];
                    /** @description What each container would carry, by the platform's own names, and the container that joins them. Said where the request has `options`, `per_account` or `media.items`, and left out where the answer is too large with them, as of a long thread on many accounts. */
                    parameters?: {
                        containers: {
                            [key: string]: unknown;
                        }[];
                        carousel: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Parameters of the publish call, on platforms where it has more than the handles of the prepared pieces. */
                        publish?: {
                            [key: string]: unknown;
                        };
                    };
                    /**
                     * Format: uuid
                     * @description Where `caption` is null: an account of this answer.
                     */
                    same_caption_as?: string;
                }[];
                token: {
                    /** @enum {string} */
                    status: "active" | "reconnect_required" | "action_required" | "disconnected";
                    /** Format: int64 */
                    expires_at: number | null;
                    /**
                     * Format: int64
                     * @description Until when posts can be scheduled; null where it is kept alive.
                     */
                    ends_at: number | null;
                    /** @description Whether the platform takes it, asked now; null where it did not say. */
                    works: boolean | null;
                    /** @description Why it does not work or that is not known. */
                    reason: string | null;
                };
                quota: {
                    /**
                     * Format: double
                     * @description Posts that the platform grants; in general, where it could not be asked.
                     */
                    posts: number;
                    /**
                     * Format: double
                     * @description Within these.
                     */
                    hours: number;
                    /**
                     * Format: double
                     * @description As the platform counts, asked now; null where it is not known.
                     */
                    used: number | null;
                    /** Format: double */
                    remaining: number | null;
                    /** @description Why it is not known. */
                    reason: string | null;
                };
            }[];
            skipped_accounts: string[];
        };
        PostPublished: {
            /** @constant */
            type: "post.published";
            /**
             * Format: date-time
             * @description When it happened, ISO 8601.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                post_id: string;
                /** @enum {string} */
                type: "feed" | "reels" | "stories" | "text";
                title: string | null;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                scheduled_at: number | null;
                progress: {
                    /** Format: int64 */
                    total: number;
                    /** Format: int64 */
                    published: number;
                    /** Format: int64 */
                    failed: number;
                    /** Format: int64 */
                    cancelled: number;
                    /**
                     * Format: int64
                     * @description How many of the failed ones are live in part.
                     */
                    partial?: number;
                };
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                created_at: number;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                ended_at: number;
                accounts: {
                    /** Format: uuid */
                    account_id: string;
                    /** @enum {string} */
                    platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
                    /** @enum {string} */
                    state: "waiting" | "preparing" | "publishing" | "confirming" | "published" | "partially_published" | "failed" | "cancelled" | "deleted";
                    platform_media_id: string | null;
                    permalink: string | null;
                    error: {
                        code: string;
                        message: string;
                    } | null;
                }[];
            };
        };
        PostSummary: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "feed" | "reels" | "stories" | "text";
            /** @enum {string} */
            status: "scheduled" | "publishing" | "published" | "partially_failed" | "failed" | "cancelled" | "expired";
            title: string | null;
            content: string;
            hashtags: string[];
            media_asset_ids: string[];
            /** Format: uuid */
            container_id: string | null;
            accounts: string[];
            /** @description On a platform that does not take this type of post, or listed only. */
            skipped_accounts: string[];
            /**
             * Format: int64
             * @description When it is to go out. Unix time, milliseconds.
             */
            scheduled_at: number | null;
            /** @description It has taken a slot of each of its accounts. */
            queued?: boolean;
            /**
             * Format: int64
             * @description What could not begin by then is not published.
             */
            not_after?: number;
            /** @enum {string} */
            on_failure?: "continue" | "stop";
            /**
             * Format: int64
             * @description When a story is over. Unix time, milliseconds.
             */
            expires_at: number | null;
            progress: {
                /** Format: int64 */
                total: number;
                /** Format: int64 */
                published: number;
                /** Format: int64 */
                failed: number;
                /** Format: int64 */
                cancelled: number;
                /**
                 * Format: int64
                 * @description How many of the failed ones are live in part.
                 */
                partial?: number;
            };
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
        };
        Publication: {
            /** Format: uuid */
            account_id: string;
            /** @enum {string} */
            platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
            /** @enum {string} */
            state: "waiting" | "preparing" | "publishing" | "confirming" | "published" | "partially_published" | "failed" | "cancelled" | "deleted";
            /** @description Nothing more happens by itself. */
            terminal: boolean;
            /** @description `POST /v1/posts/{id}/retry` can help. */
            retryable: boolean;
            platform_media_id: string | null;
            permalink: string | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            published_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            ended_at: number | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            next_attempt_at: number | null;
            error: {
                /**
                 * @description `caption_too_long` The caption is longer than the platform allows. `rejected` The platform refused the content. `media_gone` A medium of the post no longer exists. `media_unusable` A medium of the post cannot be prepared for the platform. `media_not_ready` A medium of the post could not be prepared for the platform after many attempts. `account_disconnected` The account was disconnected before the post was published. `reconnect_required` The platform no longer accepts the account's token: connect the account again. `permission_missing` The post needs a permission that the account's owner did not grant: connect the account again and grant it, or leave that part out. `action_required` The platform wants the account's owner to act in its app first. `media_not_processed` The platform could not process the media in several attempts. `platform_unavailable` The platform did not accept the post after many attempts. `limit_not_lifted` The platform's limit for the account was not lifted in time. `too_late` Publishing could not begin before the latest time of the post (`not_after`). `stopped` The post was not published, because it could not be prepared on another of its accounts. `part_not_found` A part of the thread is live, but the platform does not return its id, so the next part has no post to answer. `outcome_unknown` It is not known whether the post went live: the platform did not say, or could not be asked. Look at the account before posting again.
                 * @enum {string}
                 */
                code: "caption_too_long" | "rejected" | "media_gone" | "media_unusable" | "media_not_ready" | "account_disconnected" | "reconnect_required" | "permission_missing" | "action_required" | "media_not_processed" | "platform_unavailable" | "limit_not_lifted" | "too_late" | "stopped" | "part_not_found" | "outcome_unknown";
                message: string;
                platform: components["schemas"]["PlatformProblem"] | null;
            } | null;
            /** @description What came out otherwise than it was asked for; the post itself is fine. */
            notes?: {
                /** @enum {string} */
                code: "link_in_text" | "story_not_shared";
                message: string;
            }[];
            /** @description While it is still being tried. */
            last_problem: components["schemas"]["PlatformProblem"] | null;
            jobs: components["schemas"]["Job"][];
            /** @description The posts of a thread, the first among them. `partially_published` is a thread that broke off. */
            parts?: {
                /** @description Null only in an answer that is too large with all texts, as of a long thread on many accounts: the text is then the one of the same part of `same_content_as`. */
                content: string | null;
                /**
                 * Format: uuid
                 * @description Where `content` is null: an account of this answer.
                 */
                same_content_as?: string;
                media_asset_ids: string[];
                /** @description It is there: published, and not deleted. */
                live: boolean;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                published_at: number | null;
                platform_media_id: string | null;
                permalink: string | null;
                /** Format: int64 */
                deleted_at?: number;
            }[];
            /** @description What follows the post. Whatever comes of it, the post stays published. */
            steps?: {
                /** @enum {string} */
                step: "first_comment" | "comments_off";
                /** @enum {string} */
                state: "pending" | "completed" | "failed";
                /** @description Id of the comment. */
                platform_id: string | null;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                created_at: number;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                completed_at: number | null;
                error: {
                    message: string;
                    platform: components["schemas"]["PlatformProblem"] | null;
                } | null;
            }[];
            /** @description Only if the deletion of the post on the platform was requested. Once it is deleted, `state` is `deleted`. */
            deletion?: {
                /** @enum {string} */
                state: "pending" | "completed" | "failed";
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                requested_at: number;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                completed_at: number | null;
                /** @description Why it failed; while it is `pending`, what went wrong last. */
                error: {
                    message: string;
                    platform: components["schemas"]["PlatformProblem"] | null;
                } | null;
            };
            /** @description What happened, oldest first; of a long story the last lines. */
            timeline: components["schemas"]["TimelineEvent"][];
        };
        ResultInfo: {
            /**
             * Format: int64
             * @description Items on this page.
             */
            count: number;
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            total_count: number;
            /** Format: int64 */
            total_pages: number;
        };
        Review: {
            owner: {
                name: string;
            };
            /** @enum {string} */
            type: "feed" | "reels" | "stories" | "text";
            /** @description The body of `POST /v1/posts/<type>`, without its accounts. */
            post: Record<string, never>;
            accounts: {
                platform: {
                    name: string;
                    display_name: string;
                };
                username: string;
                profile_url: string;
            }[];
            /**
             * @description `changes_asked`: of its author; any change of the post makes it `waiting` again.
             * @enum {string}
             */
            state: "waiting" | "changes_asked" | "approved" | "withdrawn";
            /**
             * Format: int64
             * @description Goes up with every change of the post. A decision names the version that it is about.
             */
            version: number;
            /** @description Its time passed while it waited. */
            late: boolean;
            /** @description Its `not_after` passed too: it cannot be approved as it is. */
            too_late: boolean;
            history: {
                /** @enum {string} */
                kind: "sent" | "changed" | "comment" | "changes_asked" | "approved" | "withdrawn";
                /** @description A comment; for `approved`, the names of people in the post that nobody has and that stay plain text. */
                text: string;
                /** Format: int64 */
                version: number;
                /** @description Name of the member or reviewer; empty if it is not known. */
                name: string;
                /** @description Said or done by a link. */
                reviewer: boolean;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                at: number;
            }[];
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
            /** @description How the operator presents the service; null where a setting is not set. */
            brand: {
                name: string | null;
                logo_url: string | null;
                color: string | null;
            };
        };
        ServerLimits: {
            /**
             * Format: int64
             * @description Characters of a text.
             */
            text_max?: number;
            /**
             * Format: int64
             * @description What a link counts, whatever its length.
             */
            link_length?: number;
            /**
             * Format: int64
             * @description Pictures in one post.
             */
            media_max?: number;
            /**
             * Format: int64
             * @description For a picture as it is sent: larger ones are made to fit.
             */
            image_bytes?: number;
            /**
             * Format: int64
             * @description For a video, which is sent as it is.
             */
            video_bytes?: number;
            /**
             * Format: int64
             * @description Characters of an alternative text.
             */
            alt_text_max?: number;
            /** @description Types that it takes: `image/jpeg`. */
            readonly media_types?: string[];
            /** @description What only this platform's servers say: `poll_options`, `poll_option_chars`, `poll_min_s`, `poll_max_s`, `image_pixels`, ... */
            readonly own?: {
                [key: string]: number;
            };
        };
        Session: {
            person: {
                /** Format: uuid */
                id: string;
                email: string;
                name: string;
            };
            session: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds.
                 */
                created_at: number;
                /**
                 * Format: int64
                 * @description Unless it is used again.
                 */
                expires_at: number;
            };
            /** @description Whom the session works for; null while the person belongs to no owner. */
            owner: components["schemas"]["OwnerOfPerson"] | null;
            owners: components["schemas"]["OwnerOfPerson"][];
        };
        SessionListed: {
            /** Format: uuid */
            id: string;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            last_used_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            expires_at: number;
            /** @description The one that asks. */
            current: boolean;
            user_agent: string;
        };
        Slots: {
            /** Format: uuid */
            account_id: string;
            /** @description Null where no slots were ever set. */
            time_zone: string | null;
            slots: {
                /** @enum {string} */
                weekday: "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                time: string;
            }[];
            /** @description Unix milliseconds; the next ten, or with `to` all of that range. */
            next_free: number[];
            /** Format: int64 */
            updated_at: number | null;
        };
        TimelineEvent: {
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            at: number;
            /** @enum {string} */
            event: "accepted" | "started" | "container_created" | "container_ready" | "waiting_for_others" | "publish_called" | "publish_answered" | "problem" | "published" | "permalink_found" | "failed" | "part_published" | "partially_published" | "step_completed" | "step_failed" | "cancelled" | "rescheduled" | "retried" | "deletion_requested" | "part_deleted" | "deleted" | "deletion_failed";
            job_id?: string;
            container_id?: string;
            platform_media_id?: string;
            permalink?: string;
            /** Format: int64 */
            scheduled_at?: number;
            /**
             * Format: int64
             * @description Which post of a thread, from 0.
             */
            part?: number;
            /** @enum {string} */
            step?: "first_comment" | "comments_off";
            /** @description The outcome of the publish call, as far as its answer told. */
            verdict?: string;
            code?: string;
            message?: string;
            platform?: components["schemas"]["PlatformProblem"];
            /**
             * Format: int64
             * @description How often in all, where it happened again and again.
             */
            times?: number;
            /** Format: int64 */
            last_at?: number;
        };
        UploadedMedia: {
            /** Format: uuid */
            id: string;
            /** @description Key of the file in the store: the id and an extension. */
            object_key: string;
            /** @description MIME type, from what the bytes are. */
            content_type: string;
            /** Format: int64 */
            size_bytes: number;
            title: string;
            /** @description The description given at upload or later, which platforms are given as alternative text; else the title, which they are not. */
            alt_text: string;
            /** Format: int64 */
            version: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
        };
        UsageReport: {
            api_usage: {
                /** Format: int64 */
                total_requests: number;
                /**
                 * Format: int64
                 * @description 2xx and 3xx.
                 */
                successful_requests: number;
                /**
                 * Format: int64
                 * @description 4xx and 5xx.
                 */
                failed_requests: number;
                /** Format: double */
                total_duration_ms: number;
                /** Format: double */
                average_duration_ms: number;
                by_endpoint: {
                    /** @description `/api/v1/media/:id`. */
                    endpoint: string;
                    method: string;
                    /** Format: int64 */
                    count: number;
                    /** Format: int64 */
                    successful_count: number;
                    /** Format: int64 */
                    failed_count: number;
                }[];
                by_status_code: {
                    /** Format: int64 */
                    status_code: number;
                    /** Format: int64 */
                    count: number;
                }[];
            };
            job_usage: {
                /** Format: int64 */
                total_jobs: number;
                container_jobs_usage: components["schemas"]["JobStatistics"];
                carousel_jobs_usage: components["schemas"]["JobStatistics"];
                publish_jobs_usage: components["schemas"]["JobStatistics"];
                by_job_type: {
                    /** @enum {string} */
                    job_type: "container_create" | "carousel_upload" | "publish_content";
                    /** Format: int64 */
                    total: number;
                    /** Format: int64 */
                    completed: number;
                    /** Format: int64 */
                    failed: number;
                    /** Format: int64 */
                    pending: number;
                    /**
                     * Format: double
                     * @description Null where no job ran.
                     */
                    average_duration_ms: number | null;
                }[];
            };
            period: {
                /**
                 * Format: int64
                 * @description Unix time, milliseconds; null where none was given.
                 */
                start_date: number | null;
                /**
                 * Format: int64
                 * @description Unix time, milliseconds; null where none was given.
                 */
                end_date: number | null;
            };
            /** @description Only where `interval` is given: every hour or day that the range touches, with what of it is in the range. */
            series?: {
                /** @enum {string} */
                interval: "hour" | "day";
                points: {
                    /**
                     * Format: int64
                     * @description Unix time in milliseconds at which the hour or day (UTC) begins.
                     */
                    at: number;
                    api_usage: {
                        /** Format: int64 */
                        total_requests: number;
                        /**
                         * Format: int64
                         * @description 2xx and 3xx.
                         */
                        successful_requests: number;
                        /**
                         * Format: int64
                         * @description 4xx and 5xx.
                         */
                        failed_requests: number;
                        /** Format: double */
                        total_duration_ms: number;
                        /** Format: double */
                        average_duration_ms: number;
                        by_status_code: {
                            /** Format: int64 */
                            status_code: number;
                            /** Format: int64 */
                            count: number;
                        }[];
                    };
                    job_usage: {
                        /** Format: int64 */
                        total_jobs: number;
                        container_jobs_usage: components["schemas"]["JobStatistics"];
                        carousel_jobs_usage: components["schemas"]["JobStatistics"];
                        publish_jobs_usage: components["schemas"]["JobStatistics"];
                    };
                }[];
            };
            /** @description Only where it is asked for. Each of its lists adds up to all requests. */
            breakdown?: {
                by_request: {
                    method: string;
                    endpoint: string;
                    /** Format: int64 */
                    status_code: number;
                    /** Format: int64 */
                    count: number;
                    /** Format: double */
                    total_duration_ms: number;
                    /** Format: double */
                    average_duration_ms: number;
                    /** @description Only where `interval` is given: when an hour or day (UTC) begins, Unix milliseconds; with how many there were in it and how long they took. Those without any are left out. */
                    points?: {
                        /** Format: int64 */
                        at: number;
                        /** Format: int64 */
                        count: number;
                        /**
                         * Format: double
                         * @description In all.
                         */
                        duration_ms: number;
                    }[];
                }[];
                by_caller: {
                    /** @description The id of the API key, or `dashboard`. Null: from before callers were recorded. */
                    caller: string | null;
                    /** Format: int64 */
                    successful_count: number;
                    /** Format: int64 */
                    failed_count: number;
                    /** Format: int64 */
                    count: number;
                    /** Format: double */
                    total_duration_ms: number;
                    /** Format: double */
                    average_duration_ms: number;
                    /** @description Only where `interval` is given: when an hour or day (UTC) begins, Unix milliseconds; with how many there were in it and how long they took. Those without any are left out. */
                    points?: {
                        /** Format: int64 */
                        at: number;
                        /** Format: int64 */
                        count: number;
                        /**
                         * Format: double
                         * @description In all.
                         */
                        duration_ms: number;
                    }[];
                }[];
            };
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("post.published" | "post.failed" | "post.partially_failed" | "account.reconnect_required" | "media.ready")[];
            /** @description Whether messages are sent to it. */
            enabled: boolean;
            /**
             * Format: int64
             * @description When it was switched off, Unix milliseconds; null where it is on.
             */
            disabled_at: number | null;
            /** @description Why it is off: `failing` where its address took nothing for 3 days, `owner` where you switched it off; null where it is on. */
            disabled_reason: ("failing" | "owner") | null;
            /**
             * Format: int64
             * @description Since when the address has accepted no message, Unix milliseconds; null if it accepted the last one.
             */
            failing_since: number | null;
            /**
             * Format: int64
             * @description Until when the secret before signs along, Unix milliseconds; null where none does.
             */
            previous_secret_until: number | null;
            created_by?: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
        };
        WebhookMessage: components["schemas"]["PostPublished"] | components["schemas"]["PostFailed"] | components["schemas"]["PostPartiallyFailed"] | components["schemas"]["AccountReconnectRequired"] | components["schemas"]["MediaReady"] | components["schemas"]["WebhookTest"];
        WebhookTest: {
            /** @constant */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened, ISO 8601.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                webhook_id: string;
            };
        };
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("post.published" | "post.failed" | "post.partially_failed" | "account.reconnect_required" | "media.ready")[];
            /** @description Whether messages are sent to it. */
            enabled: boolean;
            /**
             * Format: int64
             * @description When it was switched off, Unix milliseconds; null where it is on.
             */
            disabled_at: number | null;
            /** @description Why it is off: `failing` where its address took nothing for 3 days, `owner` where you switched it off; null where it is on. */
            disabled_reason: ("failing" | "owner") | null;
            /**
             * Format: int64
             * @description Since when the address has accepted no message, Unix milliseconds; null if it accepted the last one.
             */
            failing_since: number | null;
            /**
             * Format: int64
             * @description Until when the secret before signs along, Unix milliseconds; null where none does.
             */
            previous_secret_until: number | null;
            created_by?: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Unix time, milliseconds.
             */
            updated_at: number;
            /** @description `whsec_` and base64: the key of the signatures. */
            secret: string;
        };
    };
    responses: {
        /** @description The request is invalid. The answer lists every problem with its field. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing or invalid. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is not allowed to do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist for this caller. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The current state does not allow it. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A precondition of the request is not met. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                ETag: components["headers"]["ETag"];
                "Last-Modified": components["headers"]["Last-Modified"];
                "Accept-Ranges": components["headers"]["Accept-Ranges"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body or file is too large. A body over 10 MB is refused in plain text. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "text/plain": string;
            };
        };
        /** @description The endpoint does not accept the Content-Type of the body. */
        UnsupportedType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The range is outside the file. */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                ETag: components["headers"]["ETag"];
                "Last-Modified": components["headers"]["Last-Modified"];
                "Accept-Ranges": components["headers"]["Accept-Ranges"];
                "Content-Range": components["headers"]["Content-Range"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is well-formed but cannot be processed. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key made more requests than its rate allows. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitError"];
            };
        };
        /** @description A service that this one depends on did not answer. Try again shortly. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An error in the service. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Link: components["headers"]["Link"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request, for questions to the operator. */
        "X-Request-Id": string;
        /**
         * @description Where the code of an error is explained (`help`), and where a deprecated operation is (`deprecation`).
         * @example </api/docs#code-too_long>; rel="help"
         */
        Link: string;
        /**
         * @description Requests that the key may make in a minute.
         * @example 60
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left in this minute.
         * @example 59
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the minute ends, Unix milliseconds.
         * @example 1795500060000
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Requests left, and for how many seconds, in the form of the IETF draft.
         * @example "default";r=59;t=42
         */
        RateLimit: string;
        /**
         * @description The limit and its window in seconds.
         * @example "default";q=60;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Seconds to wait.
         * @example 17
         */
        "Retry-After": number;
        /** @description The address of the result. */
        Location: string;
        /** @description `true` if this repeats the answer to an earlier request with the same Idempotency-Key. */
        "Idempotency-Replayed": "true";
        /**
         * @description The strong ETag of the file.
         * @example "9b2cf535f27731c974343645a3985328"
         */
        ETag: string;
        /**
         * @description When the file was uploaded.
         * @example Sat, 21 Nov 2026 03:20:00 GMT
         */
        "Last-Modified": string;
        /** @description Byte ranges are supported. */
        "Accept-Ranges": "bytes";
        /**
         * @description Bytes in this answer. The gateway may leave out or rename `Content-Length`: rely on this.
         * @example 48213
         */
        "X-Content-Length": number;
        /**
         * @description The name for saving the file.
         * @example attachment; filename="beach.jpg"
         */
        "Content-Disposition": string;
        /**
         * @description The range of bytes in this answer.
         * @example bytes 0-1023/48213
         */
        "Content-Range": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    uploadMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file, with its name.
                     */
                    file: string;
                    /** @description The name of the file if left out. */
                    title?: string;
                    /** @description Alternative text for people who cannot see it; the title if left out. */
                    description?: string;
                };
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public http or https address.
                     */
                    url: string;
                    /** @description The name of the file if left out. */
                    title?: string;
                    /** @description Alternative text for people who cannot see it; the title if left out. */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The file is stored. Its dimensions are known within seconds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["UploadedMedia"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listMedia: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description The number of items on a page. */
                limit?: number;
                /** @description Only media of this kind. */
                type?: "image" | "video" | "audio";
                /** @description Only media whose title or one of whose tags contains this. */
                search?: string;
                /** @description Only media with this tag. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            result: components["schemas"]["Media"][];
                            usage: {
                                /**
                                 * Format: int64
                                 * @description Bytes of all your media.
                                 */
                                usage_size: number;
                            };
                            result_info: components["schemas"]["ResultInfo"];
                            filters: {
                                /** @enum {string} */
                                type?: "image" | "video" | "audio";
                                search?: string;
                                tag?: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listMediaTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            tag: string;
                            /**
                             * Format: int64
                             * @description How many files have it.
                             */
                            count: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    downloadMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes; several ranges or an unknown unit return the whole file. */
                Range?: string;
                /** @description Answer 304 if the file still has this ETag. */
                "If-None-Match"?: string;
                /** @description Answer 304 if the file was not uploaded since. */
                "If-Modified-Since"?: string;
                /** @description Answer 412 unless the file has this ETag. */
                "If-Match"?: string;
                /** @description Answer 412 if the file was uploaded since. */
                "If-Unmodified-Since"?: string;
                /** @description Return the range only if the file still has this ETag or date. */
                "If-Range"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-Content-Length": components["headers"]["X-Content-Length"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-Content-Length": components["headers"]["X-Content-Length"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The file has not changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A large file: fetch it from `Location`. */
            307: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    headMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes; several ranges or an unknown unit return the whole file. */
                Range?: string;
                /** @description Answer 304 if the file still has this ETag. */
                "If-None-Match"?: string;
                /** @description Answer 304 if the file was not uploaded since. */
                "If-Modified-Since"?: string;
                /** @description Answer 412 unless the file has this ETag. */
                "If-Match"?: string;
                /** @description Answer 412 if the file was uploaded since. */
                "If-Unmodified-Since"?: string;
                /** @description Return the range only if the file still has this ETag or date. */
                "If-Range"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file exists. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-Content-Length": components["headers"]["X-Content-Length"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-Content-Length": components["headers"]["X-Content-Length"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The file has not changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    changeMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new name. */
                    title?: string;
                    /** @description Alternative text for people who cannot see it; empty for none. */
                    description?: string;
                    /** @description All tags of the file, in place of those that it has. They are kept in lower case, of at most 50 characters; at most 20 are allowed. */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description The file is changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["Media"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    startUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The name with its extension.
                     * @example holiday.mp4
                     */
                    file_name: string;
                    /**
                     * @description The MIME type; it is checked against the bytes later.
                     * @example video/mp4
                     */
                    content_type: string;
                    /**
                     * Format: int64
                     * @description The exact size.
                     */
                    size_bytes: number;
                    /** @description The name of the file if left out. */
                    title?: string;
                    /** @description Alternative text for people who cannot see it; the title if left out. */
                    description?: string;
                    /** @description Send the file in parts: at most 100, of at least 8 MB each except the last. */
                    in_parts?: boolean;
                };
            };
        };
        responses: {
            /** @description The addresses for sending the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /**
                             * Format: uuid
                             * @description The id that the media will have.
                             */
                            id: string;
                            object_key: string;
                            /**
                             * Format: uri
                             * @description Null if the file is sent in parts.
                             */
                            upload_url: string | null;
                            /** @constant */
                            method: "PUT";
                            /** @description To send along, exactly so. */
                            headers: {
                                [key: string]: string;
                            } | null;
                            /**
                             * Format: int64
                             * @description The size of each part except the last. Only if the file is sent in parts.
                             */
                            part_bytes?: number;
                            /**
                             * Format: int64
                             * @description Only if the file is sent in parts.
                             */
                            part_count?: number;
                            /**
                             * Format: int64
                             * @description When the address expires; if the file is sent in parts, when the upload expires.
                             */
                            expires_at: number;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            object_key: string;
                            content_type: string;
                            /** Format: int64 */
                            size_bytes: number;
                            parts: {
                                /**
                                 * Format: int64
                                 * @description From 1.
                                 */
                                number: number;
                                /**
                                 * Format: int64
                                 * @description Where in the file it begins, from 0.
                                 */
                                first_byte: number;
                                /** Format: int64 */
                                size_bytes: number;
                                arrived: boolean;
                                /**
                                 * Format: uri
                                 * @description Where to PUT it. Null once it has arrived.
                                 */
                                upload_url: string | null;
                                /** @description To send along, exactly so. */
                                headers: {
                                    [key: string]: string;
                                } | null;
                            }[];
                            /**
                             * Format: int64
                             * @description Unix time, milliseconds.
                             */
                            addresses_expire_at: number;
                            /**
                             * Format: int64
                             * @description When the upload expires.
                             */
                            expires_at: number;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    giveUpUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload is aborted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is stored. Its dimensions are known within seconds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["UploadedMedia"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every account that is connected. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Account"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    postFeed: {
        parameters: {
            query?: {
                /** @description Check everything, ask the platforms for token and quota, and return what would be sent. Nothing is stored or published. */
                validate_only?: "true" | "false";
            };
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The title of the post in this service; platforms do not show it. */
                    title: string;
                    /** @description The caption. Hashtags are appended after a blank line. */
                    content?: string;
                    /** @description At most 30, with or without `#`. */
                    hashtags?: string[];
                    media: {
                        /** @description The media, in the order of the post. Kinds: image, video. */
                        media_asset_ids?: string[];
                        /** @description The long form of `media_asset_ids`, to be used in its place: each medium with its alternative text and, on Instagram, tagged people. */
                        items?: {
                            /** Format: uuid */
                            media_asset_id: string;
                            alt_text?: string;
                            user_tags?: {
                                username: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                            }[];
                            focus?: {
                                /** Format: double */
                                x: number;
                                /** Format: double */
                                y: number;
                            }[];
                        }[];
                        /**
                         * Format: uuid
                         * @description Your own id; it is returned with the post.
                         */
                        container_id?: string;
                        /** @description Crop pictures to an aspect ratio. By default they stay as they are. */
                        smart_transform?: {
                            enabled: boolean;
                            /**
                             * @description Required when `enabled` is true.
                             * @enum {string}
                             */
                            aspect_ratio?: "1:1" | "4:5";
                        };
                    };
                    /** @description 1 to 50 ids of `GET /v1/accounts/social`. Accounts on a platform that does not support this type are skipped, and those that are listed only. */
                    accounts: string[];
                    /** @description The time to publish: Unix milliseconds, or ISO 8601 with an offset. Later than now, within 365 days. Or `next_slot`: the next free weekly slot of the account; with several accounts, the next one that is free on all of them. */
                    scheduled_at?: number | string;
                    /** @description A post that could not begin by this time ends `failed` with `too_late`, and nothing of it is published. It takes the same forms as `scheduled_at` and must be later. */
                    not_after?: number | string;
                    /**
                     * @description `stop`: all accounts or none. Nothing is published before the media of all accounts are ready, and nothing at all if one cannot be prepared. `continue` (the default): each account on its own.
                     * @enum {string}
                     */
                    on_failure?: "continue" | "stop";
                    /** @description The platforms' own options, beside text and media; the guide *The platforms' own options* describes each. */
                    options?: {
                        instagram?: {
                            collaborators?: string[];
                            user_tags?: {
                                username: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                            location_id?: string;
                            /** Format: uuid */
                            cover_media_id?: string;
                            /** Format: int64 */
                            thumb_offset_ms?: number;
                            share_to_feed?: boolean;
                            audio_name?: string;
                            /** @enum {string} */
                            trial_reel?: "manual" | "performance";
                            is_ai_generated?: boolean;
                            first_comment?: string;
                            comments_enabled?: boolean;
                            /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                            paid_partnership?: {
                                /** @constant */
                                label?: true;
                                sponsor_ids?: string[];
                            };
                            /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                            audio?: {
                                audio_id: string;
                                audio_volume?: number;
                                video_volume?: number;
                            };
                            /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                            product_tags?: {
                                product_id: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                        };
                        threads?: {
                            /** @enum {string} */
                            reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                            topic_tag?: string;
                            /** Format: uri */
                            link_attachment?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            poll?: {
                                options: string[];
                            };
                            gif?: {
                                id: string;
                                /** @enum {string} */
                                provider?: "giphy";
                            };
                            text_attachment?: {
                                text: string;
                                /** Format: uri */
                                link_url?: string;
                                styles?: {
                                    /** Format: int64 */
                                    offset: number;
                                    /** Format: int64 */
                                    length: number;
                                    styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                }[];
                            };
                            spoiler_media?: boolean;
                            spoiler_text?: {
                                /** Format: int64 */
                                offset: number;
                                /** Format: int64 */
                                length: number;
                            }[];
                            ghost_post?: boolean;
                            reply_approvals?: boolean;
                            location_id?: string;
                            allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            /** @enum {string} */
                            share_to_instagram_story?: "off" | "light" | "dark";
                        };
                        bluesky?: {
                            allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                            /** @enum {string} */
                            allow_quotes?: "everyone" | "nobody";
                            langs?: string[];
                            labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                            tags?: string[];
                            /** Format: uri */
                            link_card?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            video_as_gif?: boolean;
                            video_captions?: {
                                lang: string;
                                content: string;
                            }[];
                        };
                        mastodon?: {
                            /** @enum {string} */
                            visibility?: "public" | "unlisted" | "private" | "direct";
                            content_warning?: string;
                            sensitive?: boolean;
                            language?: string;
                            poll?: {
                                options: string[];
                                expires_in_seconds: number;
                                multiple?: boolean;
                                hide_totals?: boolean;
                            };
                            reply_to_id?: string;
                            quote_post_id?: string;
                            /** @enum {string} */
                            quote_policy?: "public" | "followers" | "nobody";
                            focus?: {
                                /** Format: double */
                                x: number;
                                /** Format: double */
                                y: number;
                                /** Format: int64 */
                                media_index: number;
                            }[];
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                        };
                        facebook?: {
                            /** Format: uri */
                            link?: string;
                            title?: string;
                            is_ai_generated?: boolean;
                            place_id?: string;
                            countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            first_comment?: string;
                        };
                    };
                    /** @description By account id: text, hashtags and options in place of the common ones. An option replaces the common one of the same name. */
                    per_account?: {
                        [key: string]: {
                            content?: string;
                            hashtags?: string[];
                            options?: {
                                instagram?: {
                                    collaborators?: string[];
                                    user_tags?: {
                                        username: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                    location_id?: string;
                                    /** Format: uuid */
                                    cover_media_id?: string;
                                    /** Format: int64 */
                                    thumb_offset_ms?: number;
                                    share_to_feed?: boolean;
                                    audio_name?: string;
                                    /** @enum {string} */
                                    trial_reel?: "manual" | "performance";
                                    is_ai_generated?: boolean;
                                    first_comment?: string;
                                    comments_enabled?: boolean;
                                    /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                                    paid_partnership?: {
                                        /** @constant */
                                        label?: true;
                                        sponsor_ids?: string[];
                                    };
                                    /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                                    audio?: {
                                        audio_id: string;
                                        audio_volume?: number;
                                        video_volume?: number;
                                    };
                                    /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                                    product_tags?: {
                                        product_id: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                };
                                threads?: {
                                    /** @enum {string} */
                                    reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                                    topic_tag?: string;
                                    /** Format: uri */
                                    link_attachment?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    poll?: {
                                        options: string[];
                                    };
                                    gif?: {
                                        id: string;
                                        /** @enum {string} */
                                        provider?: "giphy";
                                    };
                                    text_attachment?: {
                                        text: string;
                                        /** Format: uri */
                                        link_url?: string;
                                        styles?: {
                                            /** Format: int64 */
                                            offset: number;
                                            /** Format: int64 */
                                            length: number;
                                            styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                        }[];
                                    };
                                    spoiler_media?: boolean;
                                    spoiler_text?: {
                                        /** Format: int64 */
                                        offset: number;
                                        /** Format: int64 */
                                        length: number;
                                    }[];
                                    ghost_post?: boolean;
                                    reply_approvals?: boolean;
                                    location_id?: string;
                                    allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    /** @enum {string} */
                                    share_to_instagram_story?: "off" | "light" | "dark";
                                };
                                bluesky?: {
                                    allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                                    /** @enum {string} */
                                    allow_quotes?: "everyone" | "nobody";
                                    langs?: string[];
                                    labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                                    tags?: string[];
                                    /** Format: uri */
                                    link_card?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    video_as_gif?: boolean;
                                    video_captions?: {
                                        lang: string;
                                        content: string;
                                    }[];
                                };
                                mastodon?: {
                                    /** @enum {string} */
                                    visibility?: "public" | "unlisted" | "private" | "direct";
                                    content_warning?: string;
                                    sensitive?: boolean;
                                    language?: string;
                                    poll?: {
                                        options: string[];
                                        expires_in_seconds: number;
                                        multiple?: boolean;
                                        hide_totals?: boolean;
                                    };
                                    reply_to_id?: string;
                                    quote_post_id?: string;
                                    /** @enum {string} */
                                    quote_policy?: "public" | "followers" | "nobody";
                                    focus?: {
                                        /** Format: double */
                                        x: number;
                                        /** Format: double */
                                        y: number;
                                        /** Format: int64 */
                                        media_index: number;
                                    }[];
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                };
                                facebook?: {
                                    /** Format: uri */
                                    link?: string;
                                    title?: string;
                                    is_ai_generated?: boolean;
                                    place_id?: string;
                                    countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    first_comment?: string;
                                };
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description With `validate_only=true`: what would be sent to each account, and the current state of its token and quota at the platform. Nothing was stored or published, except that converted pictures are kept, as publishing keeps them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["PostPreview"];
                    };
                };
            };
            /** @description Accepted and stored. `Location` is the address of the post, which shows the result. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    postReels: {
        parameters: {
            query?: {
                /** @description Check everything, ask the platforms for token and quota, and return what would be sent. Nothing is stored or published. */
                validate_only?: "true" | "false";
            };
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The title of the post in this service; platforms do not show it. */
                    title?: string;
                    /** @description The caption. Hashtags are appended after a blank line. */
                    content?: string;
                    /** @description At most 30, with or without `#`. */
                    hashtags?: string[];
                    media: {
                        /** @description The media, in the order of the post. Kinds: video. */
                        media_asset_ids?: string[];
                        /** @description The long form of `media_asset_ids`, to be used in its place: each medium with its alternative text and, on Instagram, tagged people. */
                        items?: {
                            /** Format: uuid */
                            media_asset_id: string;
                            alt_text?: string;
                            user_tags?: {
                                username: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                            }[];
                            focus?: {
                                /** Format: double */
                                x: number;
                                /** Format: double */
                                y: number;
                            }[];
                        }[];
                        /**
                         * Format: uuid
                         * @description Your own id; it is returned with the post.
                         */
                        container_id?: string;
                        /** @description Crop pictures to an aspect ratio. By default they stay as they are. */
                        smart_transform?: {
                            enabled: boolean;
                            /**
                             * @description Required when `enabled` is true.
                             * @enum {string}
                             */
                            aspect_ratio?: "1:1" | "4:5";
                        };
                    };
                    /** @description 1 to 50 ids of `GET /v1/accounts/social`. Accounts on a platform that does not support this type are skipped, and those that are listed only. */
                    accounts: string[];
                    /** @description The time to publish: Unix milliseconds, or ISO 8601 with an offset. Later than now, within 365 days. Or `next_slot`: the next free weekly slot of the account; with several accounts, the next one that is free on all of them. */
                    scheduled_at?: number | string;
                    /** @description A post that could not begin by this time ends `failed` with `too_late`, and nothing of it is published. It takes the same forms as `scheduled_at` and must be later. */
                    not_after?: number | string;
                    /**
                     * @description `stop`: all accounts or none. Nothing is published before the media of all accounts are ready, and nothing at all if one cannot be prepared. `continue` (the default): each account on its own.
                     * @enum {string}
                     */
                    on_failure?: "continue" | "stop";
                    /** @description The platforms' own options, beside text and media; the guide *The platforms' own options* describes each. */
                    options?: {
                        instagram?: {
                            collaborators?: string[];
                            user_tags?: {
                                username: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                            location_id?: string;
                            /** Format: uuid */
                            cover_media_id?: string;
                            /** Format: int64 */
                            thumb_offset_ms?: number;
                            share_to_feed?: boolean;
                            audio_name?: string;
                            /** @enum {string} */
                            trial_reel?: "manual" | "performance";
                            is_ai_generated?: boolean;
                            first_comment?: string;
                            comments_enabled?: boolean;
                            /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                            paid_partnership?: {
                                /** @constant */
                                label?: true;
                                sponsor_ids?: string[];
                            };
                            /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                            audio?: {
                                audio_id: string;
                                audio_volume?: number;
                                video_volume?: number;
                            };
                            /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                            product_tags?: {
                                product_id: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                        };
                        threads?: {
                            /** @enum {string} */
                            reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                            topic_tag?: string;
                            /** Format: uri */
                            link_attachment?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            poll?: {
                                options: string[];
                            };
                            gif?: {
                                id: string;
                                /** @enum {string} */
                                provider?: "giphy";
                            };
                            text_attachment?: {
                                text: string;
                                /** Format: uri */
                                link_url?: string;
                                styles?: {
                                    /** Format: int64 */
                                    offset: number;
                                    /** Format: int64 */
                                    length: number;
                                    styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                }[];
                            };
                            spoiler_media?: boolean;
                            spoiler_text?: {
                                /** Format: int64 */
                                offset: number;
                                /** Format: int64 */
                                length: number;
                            }[];
                            ghost_post?: boolean;
                            reply_approvals?: boolean;
                            location_id?: string;
                            allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            /** @enum {string} */
                            share_to_instagram_story?: "off" | "light" | "dark";
                        };
                        bluesky?: {
                            allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                            /** @enum {string} */
                            allow_quotes?: "everyone" | "nobody";
                            langs?: string[];
                            labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                            tags?: string[];
                            /** Format: uri */
                            link_card?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            video_as_gif?: boolean;
                            video_captions?: {
                                lang: string;
                                content: string;
                            }[];
                        };
                        mastodon?: {
                            /** @enum {string} */
                            visibility?: "public" | "unlisted" | "private" | "direct";
                            content_warning?: string;
                            sensitive?: boolean;
                            language?: string;
                            poll?: {
                                options: string[];
                                expires_in_seconds: number;
                                multiple?: boolean;
                                hide_totals?: boolean;
                            };
                            reply_to_id?: string;
                            quote_post_id?: string;
                            /** @enum {string} */
                            quote_policy?: "public" | "followers" | "nobody";
                            focus?: {
                                /** Format: double */
                                x: number;
                                /** Format: double */
                                y: number;
                                /** Format: int64 */
                                media_index: number;
                            }[];
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                        };
                        facebook?: {
                            /** Format: uri */
                            link?: string;
                            title?: string;
                            is_ai_generated?: boolean;
                            place_id?: string;
                            countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            first_comment?: string;
                        };
                    };
                    /** @description By account id: text, hashtags and options in place of the common ones. An option replaces the common one of the same name. */
                    per_account?: {
                        [key: string]: {
                            content?: string;
                            hashtags?: string[];
                            options?: {
                                instagram?: {
                                    collaborators?: string[];
                                    user_tags?: {
                                        username: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                    location_id?: string;
                                    /** Format: uuid */
                                    cover_media_id?: string;
                                    /** Format: int64 */
                                    thumb_offset_ms?: number;
                                    share_to_feed?: boolean;
                                    audio_name?: string;
                                    /** @enum {string} */
                                    trial_reel?: "manual" | "performance";
                                    is_ai_generated?: boolean;
                                    first_comment?: string;
                                    comments_enabled?: boolean;
                                    /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                                    paid_partnership?: {
                                        /** @constant */
                                        label?: true;
                                        sponsor_ids?: string[];
                                    };
                                    /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                                    audio?: {
                                        audio_id: string;
                                        audio_volume?: number;
                                        video_volume?: number;
                                    };
                                    /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                                    product_tags?: {
                                        product_id: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                };
                                threads?: {
                                    /** @enum {string} */
                                    reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                                    topic_tag?: string;
                                    /** Format: uri */
                                    link_attachment?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    poll?: {
                                        options: string[];
                                    };
                                    gif?: {
                                        id: string;
                                        /** @enum {string} */
                                        provider?: "giphy";
                                    };
                                    text_attachment?: {
                                        text: string;
                                        /** Format: uri */
                                        link_url?: string;
                                        styles?: {
                                            /** Format: int64 */
                                            offset: number;
                                            /** Format: int64 */
                                            length: number;
                                            styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                        }[];
                                    };
                                    spoiler_media?: boolean;
                                    spoiler_text?: {
                                        /** Format: int64 */
                                        offset: number;
                                        /** Format: int64 */
                                        length: number;
                                    }[];
                                    ghost_post?: boolean;
                                    reply_approvals?: boolean;
                                    location_id?: string;
                                    allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    /** @enum {string} */
                                    share_to_instagram_story?: "off" | "light" | "dark";
                                };
                                bluesky?: {
                                    allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                                    /** @enum {string} */
                                    allow_quotes?: "everyone" | "nobody";
                                    langs?: string[];
                                    labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                                    tags?: string[];
                                    /** Format: uri */
                                    link_card?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    video_as_gif?: boolean;
                                    video_captions?: {
                                        lang: string;
                                        content: string;
                                    }[];
                                };
                                mastodon?: {
                                    /** @enum {string} */
                                    visibility?: "public" | "unlisted" | "private" | "direct";
                                    content_warning?: string;
                                    sensitive?: boolean;
                                    language?: string;
                                    poll?: {
                                        options: string[];
                                        expires_in_seconds: number;
                                        multiple?: boolean;
                                        hide_totals?: boolean;
                                    };
                                    reply_to_id?: string;
                                    quote_post_id?: string;
                                    /** @enum {string} */
                                    quote_policy?: "public" | "followers" | "nobody";
                                    focus?: {
                                        /** Format: double */
                                        x: number;
                                        /** Format: double */
                                        y: number;
                                        /** Format: int64 */
                                        media_index: number;
                                    }[];
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                };
                                facebook?: {
                                    /** Format: uri */
                                    link?: string;
                                    title?: string;
                                    is_ai_generated?: boolean;
                                    place_id?: string;
                                    countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    first_comment?: string;
                                };
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description With `validate_only=true`: what would be sent to each account, and the current state of its token and quota at the platform. Nothing was stored or published, except that converted pictures are kept, as publishing keeps them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["PostPreview"];
                    };
                };
            };
            /** @description Accepted and stored. `Location` is the address of the post, which shows the result. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    postStories: {
        parameters: {
            query?: {
                /** @description Check everything, ask the platforms for token and quota, and return what would be sent. Nothing is stored or published. */
                validate_only?: "true" | "false";
            };
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The title of the post in this service; platforms do not show it. */
                    title?: string;
                    /** @description The caption. Hashtags are appended after a blank line. */
                    content?: string;
                    /** @description At most 10, with or without `#`. */
                    hashtags?: string[];
                    media: {
                        /** @description The media, in the order of the post. Kinds: image, video. */
                        media_asset_ids?: string[];
                        /** @description The long form of `media_asset_ids`, to be used in its place: each medium with its alternative text and, on Instagram, tagged people. */
                        items?: {
                            /** Format: uuid */
                            media_asset_id: string;
                            alt_text?: string;
                            user_tags?: {
                                username: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                            }[];
                            focus?: {
                                /** Format: double */
                                x: number;
                                /** Format: double */
                                y: number;
                            }[];
                        }[];
                        /**
                         * Format: uuid
                         * @description Your own id; it is returned with the post.
                         */
                        container_id?: string;
                        /** @description Crop pictures to an aspect ratio. By default they stay as they are. */
                        smart_transform?: {
                            enabled: boolean;
                            /**
                             * @description Required when `enabled` is true.
                             * @enum {string}
                             */
                            aspect_ratio?: "1:1" | "4:5";
                        };
                    };
                    /** @description 1 to 50 ids of `GET /v1/accounts/social`. Accounts on a platform that does not support this type are skipped, and those that are listed only. */
                    accounts: string[];
                    /** @description A post that could not begin by this time ends `failed` with `too_late`, and nothing of it is published. It takes the same forms as `scheduled_at` and must be later. */
                    not_after?: number | string;
                    /**
                     * @description `stop`: all accounts or none. Nothing is published before the media of all accounts are ready, and nothing at all if one cannot be prepared. `continue` (the default): each account on its own.
                     * @enum {string}
                     */
                    on_failure?: "continue" | "stop";
                    /** @description The platforms' own options, beside text and media; the guide *The platforms' own options* describes each. */
                    options?: {
                        instagram?: {
                            collaborators?: string[];
                            user_tags?: {
                                username: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                            location_id?: string;
                            /** Format: uuid */
                            cover_media_id?: string;
                            /** Format: int64 */
                            thumb_offset_ms?: number;
                            share_to_feed?: boolean;
                            audio_name?: string;
                            /** @enum {string} */
                            trial_reel?: "manual" | "performance";
                            is_ai_generated?: boolean;
                            first_comment?: string;
                            comments_enabled?: boolean;
                            /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                            paid_partnership?: {
                                /** @constant */
                                label?: true;
                                sponsor_ids?: string[];
                            };
                            /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                            audio?: {
                                audio_id: string;
                                audio_volume?: number;
                                video_volume?: number;
                            };
                            /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                            product_tags?: {
                                product_id: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                        };
                        threads?: {
                            /** @enum {string} */
                            reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                            topic_tag?: string;
                            /** Format: uri */
                            link_attachment?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            poll?: {
                                options: string[];
                            };
                            gif?: {
                                id: string;
                                /** @enum {string} */
                                provider?: "giphy";
                            };
                            text_attachment?: {
                                text: string;
                                /** Format: uri */
                                link_url?: string;
                                styles?: {
                                    /** Format: int64 */
                                    offset: number;
                                    /** Format: int64 */
                                    length: number;
                                    styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                }[];
                            };
                            spoiler_media?: boolean;
                            spoiler_text?: {
                                /** Format: int64 */
                                offset: number;
                                /** Format: int64 */
                                length: number;
                            }[];
                            ghost_post?: boolean;
                            reply_approvals?: boolean;
                            location_id?: string;
                            allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            /** @enum {string} */
                            share_to_instagram_story?: "off" | "light" | "dark";
                        };
                        bluesky?: {
                            allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                            /** @enum {string} */
                            allow_quotes?: "everyone" | "nobody";
                            langs?: string[];
                            labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                            tags?: string[];
                            /** Format: uri */
                            link_card?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            video_as_gif?: boolean;
                            video_captions?: {
                                lang: string;
                                content: string;
                            }[];
                        };
                        mastodon?: {
                            /** @enum {string} */
                            visibility?: "public" | "unlisted" | "private" | "direct";
                            content_warning?: string;
                            sensitive?: boolean;
                            language?: string;
                            poll?: {
                                options: string[];
                                expires_in_seconds: number;
                                multiple?: boolean;
                                hide_totals?: boolean;
                            };
                            reply_to_id?: string;
                            quote_post_id?: string;
                            /** @enum {string} */
                            quote_policy?: "public" | "followers" | "nobody";
                            focus?: {
                                /** Format: double */
                                x: number;
                                /** Format: double */
                                y: number;
                                /** Format: int64 */
                                media_index: number;
                            }[];
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                        };
                        facebook?: {
                            /** Format: uri */
                            link?: string;
                            title?: string;
                            is_ai_generated?: boolean;
                            place_id?: string;
                            countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            first_comment?: string;
                        };
                    };
                    /** @description By account id: text, hashtags and options in place of the common ones. An option replaces the common one of the same name. */
                    per_account?: {
                        [key: string]: {
                            content?: string;
                            hashtags?: string[];
                            options?: {
                                instagram?: {
                                    collaborators?: string[];
                                    user_tags?: {
                                        username: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                    location_id?: string;
                                    /** Format: uuid */
                                    cover_media_id?: string;
                                    /** Format: int64 */
                                    thumb_offset_ms?: number;
                                    share_to_feed?: boolean;
                                    audio_name?: string;
                                    /** @enum {string} */
                                    trial_reel?: "manual" | "performance";
                                    is_ai_generated?: boolean;
                                    first_comment?: string;
                                    comments_enabled?: boolean;
                                    /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                                    paid_partnership?: {
                                        /** @constant */
                                        label?: true;
                                        sponsor_ids?: string[];
                                    };
                                    /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                                    audio?: {
                                        audio_id: string;
                                        audio_volume?: number;
                                        video_volume?: number;
                                    };
                                    /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                                    product_tags?: {
                                        product_id: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                };
                                threads?: {
                                    /** @enum {string} */
                                    reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                                    topic_tag?: string;
                                    /** Format: uri */
                                    link_attachment?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    poll?: {
                                        options: string[];
                                    };
                                    gif?: {
                                        id: string;
                                        /** @enum {string} */
                                        provider?: "giphy";
                                    };
                                    text_attachment?: {
                                        text: string;
                                        /** Format: uri */
                                        link_url?: string;
                                        styles?: {
                                            /** Format: int64 */
                                            offset: number;
                                            /** Format: int64 */
                                            length: number;
                                            styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                        }[];
                                    };
                                    spoiler_media?: boolean;
                                    spoiler_text?: {
                                        /** Format: int64 */
                                        offset: number;
                                        /** Format: int64 */
                                        length: number;
                                    }[];
                                    ghost_post?: boolean;
                                    reply_approvals?: boolean;
                                    location_id?: string;
                                    allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    /** @enum {string} */
                                    share_to_instagram_story?: "off" | "light" | "dark";
                                };
                                bluesky?: {
                                    allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                                    /** @enum {string} */
                                    allow_quotes?: "everyone" | "nobody";
                                    langs?: string[];
                                    labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                                    tags?: string[];
                                    /** Format: uri */
                                    link_card?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    video_as_gif?: boolean;
                                    video_captions?: {
                                        lang: string;
                                        content: string;
                                    }[];
                                };
                                mastodon?: {
                                    /** @enum {string} */
                                    visibility?: "public" | "unlisted" | "private" | "direct";
                                    content_warning?: string;
                                    sensitive?: boolean;
                                    language?: string;
                                    poll?: {
                                        options: string[];
                                        expires_in_seconds: number;
                                        multiple?: boolean;
                                        hide_totals?: boolean;
                                    };
                                    reply_to_id?: string;
                                    quote_post_id?: string;
                                    /** @enum {string} */
                                    quote_policy?: "public" | "followers" | "nobody";
                                    focus?: {
                                        /** Format: double */
                                        x: number;
                                        /** Format: double */
                                        y: number;
                                        /** Format: int64 */
                                        media_index: number;
                                    }[];
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                };
                                facebook?: {
                                    /** Format: uri */
                                    link?: string;
                                    title?: string;
                                    is_ai_generated?: boolean;
                                    place_id?: string;
                                    countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    first_comment?: string;
                                };
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description With `validate_only=true`: what would be sent to each account, and the current state of its token and quota at the platform. Nothing was stored or published, except that converted pictures are kept, as publishing keeps them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["PostPreview"];
                    };
                };
            };
            /** @description Accepted and stored. `Location` is the address of the post, which shows the result. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    postText: {
        parameters: {
            query?: {
                /** @description Check everything, ask the platforms for token and quota, and return what would be sent. Nothing is stored or published. */
                validate_only?: "true" | "false";
            };
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The title of the post in this service; platforms do not show it. */
                    title?: string;
                    /** @description The caption. Hashtags are appended after a blank line. */
                    content: string;
                    /** @description At most 30, with or without `#`. */
                    hashtags?: string[];
                    /** @description 1 to 50 ids of `GET /v1/accounts/social`. Accounts on a platform that does not support this type are skipped, and those that are listed only. */
                    accounts: string[];
                    /** @description The time to publish: Unix milliseconds, or ISO 8601 with an offset. Later than now, within 365 days. Or `next_slot`: the next free weekly slot of the account; with several accounts, the next one that is free on all of them. */
                    scheduled_at?: number | string;
                    /** @description A post that could not begin by this time ends `failed` with `too_late`, and nothing of it is published. It takes the same forms as `scheduled_at` and must be later. */
                    not_after?: number | string;
                    /**
                     * @description `stop`: all accounts or none. Nothing is published before the media of all accounts are ready, and nothing at all if one cannot be prepared. `continue` (the default): each account on its own.
                     * @enum {string}
                     */
                    on_failure?: "continue" | "stop";
                    /** @description The platforms' own options, beside text and media; the guide *The platforms' own options* describes each. */
                    options?: {
                        instagram?: {
                            collaborators?: string[];
                            user_tags?: {
                                username: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                            location_id?: string;
                            /** Format: uuid */
                            cover_media_id?: string;
                            /** Format: int64 */
                            thumb_offset_ms?: number;
                            share_to_feed?: boolean;
                            audio_name?: string;
                            /** @enum {string} */
                            trial_reel?: "manual" | "performance";
                            is_ai_generated?: boolean;
                            first_comment?: string;
                            comments_enabled?: boolean;
                            /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                            paid_partnership?: {
                                /** @constant */
                                label?: true;
                                sponsor_ids?: string[];
                            };
                            /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                            audio?: {
                                audio_id: string;
                                audio_volume?: number;
                                video_volume?: number;
                            };
                            /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                            product_tags?: {
                                product_id: string;
                                /** Format: double */
                                x?: number;
                                /** Format: double */
                                y?: number;
                                /** Format: int64 */
                                media_index?: number;
                            }[];
                        };
                        threads?: {
                            /** @enum {string} */
                            reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                            topic_tag?: string;
                            /** Format: uri */
                            link_attachment?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            poll?: {
                                options: string[];
                            };
                            gif?: {
                                id: string;
                                /** @enum {string} */
                                provider?: "giphy";
                            };
                            text_attachment?: {
                                text: string;
                                /** Format: uri */
                                link_url?: string;
                                styles?: {
                                    /** Format: int64 */
                                    offset: number;
                                    /** Format: int64 */
                                    length: number;
                                    styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                }[];
                            };
                            spoiler_media?: boolean;
                            spoiler_text?: {
                                /** Format: int64 */
                                offset: number;
                                /** Format: int64 */
                                length: number;
                            }[];
                            ghost_post?: boolean;
                            reply_approvals?: boolean;
                            location_id?: string;
                            allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            /** @enum {string} */
                            share_to_instagram_story?: "off" | "light" | "dark";
                        };
                        bluesky?: {
                            allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                            /** @enum {string} */
                            allow_quotes?: "everyone" | "nobody";
                            langs?: string[];
                            labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                            tags?: string[];
                            /** Format: uri */
                            link_card?: string;
                            quote_post_id?: string;
                            reply_to_id?: string;
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                            video_as_gif?: boolean;
                            video_captions?: {
                                lang: string;
                                content: string;
                            }[];
                        };
                        mastodon?: {
                            /** @enum {string} */
                            visibility?: "public" | "unlisted" | "private" | "direct";
                            content_warning?: string;
                            sensitive?: boolean;
                            language?: string;
                            poll?: {
                                options: string[];
                                expires_in_seconds: number;
                                multiple?: boolean;
                                hide_totals?: boolean;
                            };
                            reply_to_id?: string;
                            quote_post_id?: string;
                            /** @enum {string} */
                            quote_policy?: "public" | "followers" | "nobody";
                            focus?: {
                                /** Format: double */
                                x: number;
                                /** Format: double */
                                y: number;
                                /** Format: int64 */
                                media_index: number;
                            }[];
                            thread?: {
                                content?: string;
                                media?: {
                                    media_asset_ids?: string[];
                                    items?: {
                                        /** Format: uuid */
                                        media_asset_id: string;
                                        alt_text?: string;
                                    }[];
                                };
                            }[];
                        };
                        facebook?: {
                            /** Format: uri */
                            link?: string;
                            title?: string;
                            is_ai_generated?: boolean;
                            place_id?: string;
                            countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                            first_comment?: string;
                        };
                    };
                    /** @description By account id: text, hashtags and options in place of the common ones. An option replaces the common one of the same name. */
                    per_account?: {
                        [key: string]: {
                            content?: string;
                            hashtags?: string[];
                            options?: {
                                instagram?: {
                                    collaborators?: string[];
                                    user_tags?: {
                                        username: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                    location_id?: string;
                                    /** Format: uuid */
                                    cover_media_id?: string;
                                    /** Format: int64 */
                                    thumb_offset_ms?: number;
                                    share_to_feed?: boolean;
                                    audio_name?: string;
                                    /** @enum {string} */
                                    trial_reel?: "manual" | "performance";
                                    is_ai_generated?: boolean;
                                    first_comment?: string;
                                    comments_enabled?: boolean;
                                    /** @description The label of a paid partnership, with its sponsors or without. Only of accounts that are connected with Facebook Login. */
                                    paid_partnership?: {
                                        /** @constant */
                                        label?: true;
                                        sponsor_ids?: string[];
                                    };
                                    /** @description A sound of Instagram's catalogue. Only of accounts that are connected with Facebook Login. */
                                    audio?: {
                                        audio_id: string;
                                        audio_volume?: number;
                                        video_volume?: number;
                                    };
                                    /** @description Products of a shop, at most 5 on each medium. Only of accounts that are connected with Facebook Login. */
                                    product_tags?: {
                                        product_id: string;
                                        /** Format: double */
                                        x?: number;
                                        /** Format: double */
                                        y?: number;
                                        /** Format: int64 */
                                        media_index?: number;
                                    }[];
                                };
                                threads?: {
                                    /** @enum {string} */
                                    reply_control?: "everyone" | "accounts_you_follow" | "mentioned_only" | "parent_post_author_only" | "followers_only";
                                    topic_tag?: string;
                                    /** Format: uri */
                                    link_attachment?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    poll?: {
                                        options: string[];
                                    };
                                    gif?: {
                                        id: string;
                                        /** @enum {string} */
                                        provider?: "giphy";
                                    };
                                    text_attachment?: {
                                        text: string;
                                        /** Format: uri */
                                        link_url?: string;
                                        styles?: {
                                            /** Format: int64 */
                                            offset: number;
                                            /** Format: int64 */
                                            length: number;
                                            styles: ("bold" | "italic" | "highlight" | "underline" | "strikethrough")[];
                                        }[];
                                    };
                                    spoiler_media?: boolean;
                                    spoiler_text?: {
                                        /** Format: int64 */
                                        offset: number;
                                        /** Format: int64 */
                                        length: number;
                                    }[];
                                    ghost_post?: boolean;
                                    reply_approvals?: boolean;
                                    location_id?: string;
                                    allowed_countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    /** @enum {string} */
                                    share_to_instagram_story?: "off" | "light" | "dark";
                                };
                                bluesky?: {
                                    allow_replies?: ("everyone" | "nobody" | "mentioned" | "following" | "followers")[];
                                    /** @enum {string} */
                                    allow_quotes?: "everyone" | "nobody";
                                    langs?: string[];
                                    labels?: ("sexual" | "nudity" | "porn" | "graphic-media")[];
                                    tags?: string[];
                                    /** Format: uri */
                                    link_card?: string;
                                    quote_post_id?: string;
                                    reply_to_id?: string;
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                    video_as_gif?: boolean;
                                    video_captions?: {
                                        lang: string;
                                        content: string;
                                    }[];
                                };
                                mastodon?: {
                                    /** @enum {string} */
                                    visibility?: "public" | "unlisted" | "private" | "direct";
                                    content_warning?: string;
                                    sensitive?: boolean;
                                    language?: string;
                                    poll?: {
                                        options: string[];
                                        expires_in_seconds: number;
                                        multiple?: boolean;
                                        hide_totals?: boolean;
                                    };
                                    reply_to_id?: string;
                                    quote_post_id?: string;
                                    /** @enum {string} */
                                    quote_policy?: "public" | "followers" | "nobody";
                                    focus?: {
                                        /** Format: double */
                                        x: number;
                                        /** Format: double */
                                        y: number;
                                        /** Format: int64 */
                                        media_index: number;
                                    }[];
                                    thread?: {
                                        content?: string;
                                        media?: {
                                            media_asset_ids?: string[];
                                            items?: {
                                                /** Format: uuid */
                                                media_asset_id: string;
                                                alt_text?: string;
                                            }[];
                                        };
                                    }[];
                                };
                                facebook?: {
                                    /** Format: uri */
                                    link?: string;
                                    title?: string;
                                    is_ai_generated?: boolean;
                                    place_id?: string;
                                    countries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                                    first_comment?: string;
                                };
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description With `validate_only=true`: what would be sent to each account, and the current state of its token and quota at the platform. Nothing was stored or published, except that converted pictures are kept, as publishing keeps them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["PostPreview"];
                    };
                };
            };
            /** @description Accepted and stored. `Location` is the address of the post, which shows the result. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /** @description The page number, from 1. */
                page?: number;
                /** @description The number of items on a page. */
                limit?: number;
                /** @description Only posts in this state. */
                status?: "scheduled" | "publishing" | "published" | "partially_failed" | "failed" | "cancelled" | "expired";
                /** @description Only posts of this type. */
                type?: "feed" | "reels" | "stories" | "text";
                /** @description Only posts to this account. */
                account?: string;
                /** @description Only posts that use this file: as media, as a cover, or in a thread. Only the newest 300 posts that match otherwise are looked through; `searched` says whether there are older ones. */
                media?: string;
                /** @description Only posts accepted at or after this time, Unix milliseconds. */
                from?: number;
                /** @description Only posts accepted at or before this time, Unix milliseconds. */
                to?: number;
                /** @description Only posts whose scheduled time (or time of acceptance, if they are not scheduled) is at or after this time. */
                publish_from?: number;
                /** @description The same, at or before this time. */
                publish_to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            result: components["schemas"]["PostSummary"][];
                            result_info: components["schemas"]["ResultInfo"];
                            filters: {
                                /** @enum {string} */
                                status?: "scheduled" | "publishing" | "published" | "partially_failed" | "failed" | "cancelled" | "expired";
                                /** @enum {string} */
                                type?: "feed" | "reels" | "stories" | "text";
                                /** Format: uuid */
                                account?: string;
                                /** Format: uuid */
                                media?: string;
                                /** Format: int64 */
                                from?: number;
                                /** Format: int64 */
                                to?: number;
                                /** Format: int64 */
                                publish_from?: number;
                                /** Format: int64 */
                                publish_to?: number;
                            };
                            /** @description Only with `media`. */
                            searched?: {
                                /**
                                 * Format: int64
                                 * @description How many posts were searched.
                                 */
                                count: number;
                                /** @description False if older posts were not. */
                                complete: boolean;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Post"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    cancelPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post was cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    reschedulePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The time to publish: Unix milliseconds, or ISO 8601 with an offset. Later than now, within 365 days. */
                    scheduled_at: number | string;
                    /** @description A post that could not begin by this time ends `failed` with `too_late`, and nothing of it is published. It takes the same forms as `scheduled_at` and must be later. */
                    not_after?: number | string;
                };
            };
        };
        responses: {
            /** @description The post was moved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["Post"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    deletePublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post was deleted before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            /** @description The post is being deleted. `Location` is the address of the post, which shows the progress. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    retryPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** @description The accounts on which the post is published again. */
                            accounts: string[];
                            /** @description The accounts that could be retried but cannot be posted to now, with the reason. */
                            left_out: {
                                /** Format: uuid */
                                account_id: string;
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Webhook"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public address.
                     */
                    url: string;
                    /** @description The events to send; by default all. */
                    events?: ("post.published" | "post.failed" | "post.partially_failed" | "account.reconnect_required" | "media.ready")[];
                };
            };
        };
        responses: {
            /** @description The webhook is created. Its secret is shown only once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing is sent to it any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether to send messages to it. */
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret, which is shown only once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is being sent. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The number of items on a page. */
                limit?: number;
                /** @description Only deliveries before this one: `next_before` of the previous page. */
                before?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            result: components["schemas"]["Delivery"][];
                            /** @description The `before` of the next page; null on the last. */
                            next_before: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is being sent again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description Only requests and jobs at or after this time, Unix milliseconds. */
                start_date?: number;
                /** @description Only requests and jobs at or before this time, Unix milliseconds. */
                end_date?: number;
                /** @description Adds a series by `hour` (at most 744) or `day` (at most 366), in UTC. Needs `start_date`. Its figures add up to those of the report. */
                interval?: "hour" | "day";
                /** @description `true` adds requests by endpoint with status and by caller, with durations, and with `interval` also over time. A report with more rows over time than one answer can hold (about 80 for 744 hours) is refused. */
                breakdown?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["UsageReport"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The address at which the browser is also signed out at the provider; null if that is not needed. */
                            sign_out_url: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    switchOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description One of `owners`.
                     */
                    owner_id: string;
                };
            };
        };
        responses: {
            /** @description The session; the change takes effect with the next request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SessionListed"][];
                        /** @description The address at which the person adds a passkey; null if people sign in with a provider other than the stack’s own. */
                        passkeys_url: string | null;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The address at which the browser is also signed out at the provider; null if that is not needed. */
                            sign_out_url: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The address at which the browser is also signed out at the provider; null if that is not needed. */
                            sign_out_url: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getPostInsights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            post_id: string;
                            accounts: components["schemas"]["PostInsights"][];
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getPostCollaborators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who was invited. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            post_id: string;
                            accounts: components["schemas"]["PostCollaborators"][];
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getAccountInsights: {
        parameters: {
            query?: {
                /** @description Unix milliseconds; by default the range has 7 days, with `by=day` 30. */
                from?: number;
                /** @description Unix milliseconds; by default now. */
                to?: number;
                /** @description `day`: what was kept day by day. */
                by?: "day";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures, as the platform reports them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["AccountInsights"] | components["schemas"]["AccountDays"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order in which they were connected. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Connection"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The capabilities. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Capabilities"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    findPlaces: {
        parameters: {
            query: {
                /** @description The text to search for. */
                q: string & (unknown & unknown);
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The places, 25 at most. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FoundPlaces"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    findHashtag: {
        parameters: {
            query: {
                /** @description One hashtag, with or without `#`; emoji are not searched for. */
                q: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hashtag. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["FoundHashtag"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getSlots: {
        parameters: {
            query?: {
                /** @description Only slots at or after this time. */
                from?: number;
                /** @description All free slots up to this time. */
                to?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The slots, and the next free ones. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Slots"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    setSlots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The IANA name of the time zone. */
                    time_zone: string;
                    /** @description At most 100; an empty list ends the queue. */
                    slots: {
                        /** @enum {string} */
                        weekday: "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
                        time: string;
                    }[];
                    /**
                     * Format: int64
                     * @description As the answer had it that the slots were read from, null where none were ever set: slots that somebody set since are then not replaced, and the answer is 409 `conflict`. Without it they are replaced.
                     */
                    updated_at?: number | null;
                };
            };
        };
        responses: {
            /** @description The new slots. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Slots"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    beginConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description One of instagram, threads, bluesky, mastodon, facebook.
                     * @enum {string}
                     */
                    platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
                    /** @description The server that the account is on: its name or its address. Required only for Mastodon. */
                    host?: string;
                    /** @description The account's handle. Required only for Bluesky. */
                    handle?: string;
                };
            };
        };
        responses: {
            /** @description The page on which the account's owner agrees. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            url: string;
                            /**
                             * Format: int64
                             * @description Unix time, milliseconds.
                             */
                            expires_at: number;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    finishConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the platform returned it. */
                    state: string;
                    /** @description As the platform returned it. */
                    code?: string;
                    iss?: string;
                    /** @description The reason why the platform did not grant it. */
                    error?: string;
                    error_reason?: string;
                    error_description?: string;
                };
            };
        };
        responses: {
            /** @description Connected; or, if the sign-in gives several accounts, the accounts to choose from. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Connected"] | {
                            choice: components["schemas"]["Choice"];
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    connectWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description One of bluesky.
                     * @enum {string}
                     */
                    platform: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
                    /** @description The account's handle. */
                    identifier: string;
                    /** @description A password that was made for apps, never the person's own. */
                    password: string;
                    /** @description The server that the account is on, where it is not found by the handle. */
                    host?: string;
                };
            };
        };
        responses: {
            /** @description Connected; or, if the sign-in gives several accounts, the accounts to choose from. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Connected"] | {
                            choice: components["schemas"]["Choice"];
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    connectChosen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `id` of the choice. */
                    choice: string;
                    /** @description The ids of accounts of the choice, at most 50. */
                    accounts: string[];
                };
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            accounts: components["schemas"]["Connected"][];
                            refused: {
                                id: string;
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    disconnectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disconnected. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: int64 */
                            scheduled_posts_stopped: number;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listConnectLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links; those that ended are listed for 30 days. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ConnectLink"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    createConnectLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The platforms whose accounts it connects. */
                    platforms: ("instagram" | "threads" | "bluesky" | "mastodon" | "facebook")[];
                    /** @description How many accounts it connects, up to 20. */
                    max_accounts: number;
                    /** @description What it is for; the client sees it. */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ConnectLinkMade"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    revokeConnectLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    connectByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The secret of the link: the part of its address after the `#`. */
                    link: string;
                    /** @description A random text that the browser makes: what it begins, no other browser can finish. */
                    visit?: string;
                    /**
                     * @description One of the link's: instagram, threads, bluesky, mastodon, facebook.
                     * @enum {string}
                     */
                    platform?: "instagram" | "threads" | "bluesky" | "mastodon" | "facebook";
                    host?: string;
                    handle?: string;
                    /** @description As the platform returned it. */
                    state?: string;
                    /** @description As the platform returned it. */
                    code?: string;
                    iss?: string;
                    /** @description The reason why the platform did not grant it. */
                    error?: string;
                    error_reason?: string;
                    error_description?: string;
                    /** @description The `id` of the choice. */
                    choice?: string;
                    /** @description The ids of accounts of the choice, at most 20. */
                    accounts?: string[];
                };
            };
        };
        responses: {
            /** @description What the link is for, the page of the platform, or what was connected. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["OpenedLink"] | components["schemas"]["BegunByLink"] | components["schemas"]["FinishedByLink"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Only those in this state. */
                state?: "waiting" | "changes_asked" | "approved" | "withdrawn";
                /** @description Only posts before this one: `next_before` of the previous page. Reaches all of them, however many there are. */
                before?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Posts of a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Approval"][];
                        /** @description `before` for the next page; null on the last one. A page may have fewer posts than `limit`, or none, and be followed by another. */
                        next_before: string | null;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    sendForApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The type of the post.
                     * @enum {string}
                     */
                    type: "feed" | "reels" | "stories" | "text";
                    /** @description The body of `POST /v1/posts/<type>`; it is checked as there. */
                    post: {
                        [key: string]: unknown;
                    };
                    /** @description For the person who approves it. */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description It waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Approval"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post and its history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ApprovalWithHistory"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    changeApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The version that was seen: if the post was changed since, nothing is done.
                     */
                    version: number;
                    /**
                     * @description The type of the post.
                     * @enum {string}
                     */
                    type: "feed" | "reels" | "stories" | "text";
                    /** @description The body of `POST /v1/posts/<type>`; it is checked as there. */
                    post: {
                        [key: string]: unknown;
                    };
                    /** @description For the person who approves it. */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description It waits again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Approval"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    withdrawApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    setReviewLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `true` makes a link, while the post waits. `false` ends it, also after the post was approved or withdrawn: until then the link still shows it. */
                    review_link: boolean;
                };
            };
        };
        responses: {
            /** @description The address of the link, shown this once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            review_link: {
                                url: string;
                                /**
                                 * Format: int64
                                 * @description Unix time, milliseconds.
                                 */
                                expires_at: number;
                            } | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    commentOnApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The comment. */
                    comment: string;
                };
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    askForChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The version that was seen: if the post was changed since, nothing is done.
                     */
                    version: number;
                    /** @description What is to be changed. */
                    comment: string;
                };
            };
        };
        responses: {
            /** @description Its author is asked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    approvePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The version that was seen: if the post was changed since, nothing is done.
                     */
                    version: number;
                    /** @description `now`, or another time than the one of the post: Unix milliseconds, or ISO 8601 with an offset. */
                    publish_at?: number | string;
                };
            };
        };
        responses: {
            /** @description Accepted. `Location` is the address of the post. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            post_id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                /** @description Drafts, or templates. */
                kind?: "draft" | "template";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drafts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Draft"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The type of the post.
                     * @enum {string}
                     */
                    type: "feed" | "reels" | "stories" | "text";
                    /** @description The body of `POST /v1/posts/<type>` as far as it is written, at most 40000 bytes. It is not checked. */
                    post: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Makes it a template, which posts begin with again and again. A template without a text is a group of hashtags.
                     * @default null
                     */
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description It is saved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Draft"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Draft"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    changeDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description The version that the change began from.
                     */
                    version: number;
                    /**
                     * @description The type of the post.
                     * @enum {string}
                     */
                    type: "feed" | "reels" | "stories" | "text";
                    /** @description The body of `POST /v1/posts/<type>` as far as it is written, at most 40000 bytes. It is not checked. */
                    post: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Makes it a template, which posts begin with again and again. A template without a text is a group of hashtags.
                     * @default null
                     */
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description It is saved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Draft"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    deleteDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    editDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `true` while you write, `false` once you stopped. */
                    editing: boolean;
                };
            };
        };
        responses: {
            /** @description It is noted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Draft"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    reviewByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The part of its address after the `#`. */
                    link: string;
                    /** @description Needs a `comment` unless the `action` is `approve`. */
                    decision?: {
                        /** @enum {string} */
                        action: "approve" | "changes" | "comment";
                        /** @description Who reviews, as they call themselves. */
                        name: string;
                        /**
                         * Format: int64
                         * @description The version that was seen: if the post was changed since, nothing is done.
                         */
                        version: number;
                        /** @description For the team. */
                        comment?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The post as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Review"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    importPosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Columns: id, type, title, content, hashtags, accounts, media, scheduled_at, not_after, repeat, repeat_until. At most 200 posts. */
                    csv: string;
                    /** @description The IANA name of the time zone of times without an offset. */
                    time_zone: string;
                    /** @description Rows that are not imported, by `row`. */
                    leave_out?: number[];
                    /** @description Sends the posts for approval instead. An author has to. */
                    for_approval?: boolean;
                    /** @description For the person who approves the posts, shown with each; only with `for_approval`. */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description What was imported, and what was not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    checkImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Columns: id, type, title, content, hashtags, accounts, media, scheduled_at, not_after, repeat, repeat_until. At most 200 posts. */
                    csv: string;
                    /** @description The IANA name of the time zone of times without an offset. */
                    time_zone: string;
                };
            };
        };
        responses: {
            /** @description What would be imported. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    exportPosts: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Posts of a page. */
                limit?: number;
                /** @description Only posts that are published at or after this time. */
                publish_from?: number;
                /** @description Only posts that are published at or before this time. */
                publish_to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The posts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    exportRecords: {
        parameters: {
            query?: {
                /** @description `next` of the previous page; absent for the first. It holds for 30 days, and for who asked for the first page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            records: components["schemas"]["ExportedRecord"][];
                            /** @description `after` for the next page; null on the last one. */
                            next: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Key"][];
                        /**
                         * Format: int64
                         * @description The highest rate that a key may be given here.
                         */
                        rate_limit_max: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The purpose of the key. */
                    name: string;
                    /**
                     * Format: int64
                     * @description Requests a minute, up to `rate_limit_max`. By default 60, or `rate_limit_max` if that is less.
                     */
                    rate_limit?: number;
                };
            };
        };
        responses: {
            /** @description The key with its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /**
                             * Format: int64
                             * @description Requests a minute.
                             */
                            rate_limit: number;
                            /** @description Shown this once. */
                            api_key: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description At most 255 characters. A request with the same key and body within 24 hours gets the first answer again. Each operation has keys of its own; only `draft-<id>-<version>` counts once for posts of all types and approvals. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old secret stays valid: 0, 1, 24 hours.
                     * @enum {integer}
                     */
                    keep_old_hours: 0 | 1 | 24;
                };
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** @description Shown this once. */
                            api_key: string;
                            /**
                             * Format: int64
                             * @description Null if the old secret is no longer valid.
                             */
                            old_secret_until: number | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    authorizeAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The https address of the assistant’s metadata, or the id that it registered. */
                    client_id: string;
                    /** @description The address to go back to: one of those that the assistant named, to the letter. */
                    redirect_uri: string;
                    /** @constant */
                    response_type: "code";
                    /** @description The SHA-256 of the verifier, in base64url (PKCE). */
                    code_challenge: string;
                    /** @constant */
                    code_challenge_method: "S256";
                    /** @description The MCP endpoint; nothing else can be asked for. */
                    resource?: string;
                    /** @description Roles, separated by spaces; the highest of them is the most that can be given. */
                    scope?: string;
                    /** @description Given back as it is. */
                    state?: string;
                    /**
                     * @description What the person decided.
                     * @enum {string}
                     */
                    decision?: "allow" | "deny";
                    /**
                     * @description With `allow`: what the assistant may do, no more than was asked for, nor than the person may.
                     * @enum {string}
                     */
                    role?: "editor" | "author" | "viewer";
                };
            };
        };
        responses: {
            /** @description Who asks, or where the browser goes next. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            assistant: components["schemas"]["Assistant"] | null;
                            redirect_to: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members and open invitations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            members: components["schemas"]["Member"][];
                            invitations: components["schemas"]["Invitation"][];
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Only changes before this one: `next_before` of the previous page. */
                before?: string;
                /** @description How many to show. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            result: components["schemas"]["Activity"][];
                            /** @description `before` for the next page; null on the last one. */
                            next_before: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The address that the person signs in with.
                     */
                    email: string;
                    /** @enum {string} */
                    role: "admin" | "editor" | "author" | "viewer";
                };
            };
        };
        responses: {
            /** @description Invited. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            email: string;
                            /**
                             * @description `admin` does everything, `editor` posts and media, `author` posts that an editor approves, `viewer` reads.
                             * @enum {string}
                             */
                            role: "admin" | "editor" | "author" | "viewer";
                            /**
                             * Format: int64
                             * @description Unix time, milliseconds.
                             */
                            expires_at: number;
                            /** @description The link to pass on; it is shown only once. */
                            url: string;
                            /**
                             * @description The state of the mail with the first password. `sent`; `not_needed`: the address has a password, or people sign in with another provider; `waiting`: one was mailed a moment ago; `team_limit`: the owner has reached the limit of such mails for the day; `service_limit`: the user pool sends no more mail today; `failed`: sending failed. After the last three, invite again later.
                             * @enum {string}
                             */
                            password_mail: "sent" | "not_needed" | "waiting" | "team_limit" | "service_limit" | "failed";
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /**
                             * Format: int64
                             * @description The number of open invitations by the member that ended: their links no longer work.
                             */
                            invitations_ended: number;
                            /** @description Active API keys, webhooks and connections that the member made: they keep working. Null where they could not be read; the lists of keys, webhooks and connections name who made each. */
                            made: components["schemas"]["Made"] | null;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "admin" | "editor" | "author" | "viewer";
                };
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /**
                             * @description `admin` does everything, `editor` posts and media, `author` posts that an editor approves, `viewer` reads.
                             * @enum {string}
                             */
                            role: "admin" | "editor" | "author" | "viewer";
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An open invitation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            owner: {
                                name: string;
                            };
                            /**
                             * @description `admin` does everything, `editor` posts and media, `author` posts that an editor approves, `viewer` reads.
                             * @enum {string}
                             */
                            role: "admin" | "editor" | "author" | "viewer";
                            email: string;
                            /**
                             * Format: int64
                             * @description Unix time, milliseconds.
                             */
                            expires_at: number;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Joined. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    listNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices, and the number of them that the person has not seen. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            notices: components["schemas"]["Notice"][];
                            /** Format: int64 */
                            unseen: number;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    seeNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of a notice, or a time in Unix ms: marks everything up to there. */
                    up_to: string | number;
                };
            };
        };
        responses: {
            /** @description Marked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: int64 */
                            unseen: number;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getNoticeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Whether you get them by mail. Off until you switch it on. */
                            email: boolean;
                            /** @description Whether this service sends mail: the setting `mailFrom` of the stack. */
                            available: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    setNoticeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether to send notices by mail. */
                    email: boolean;
                };
            };
        };
        responses: {
            /** @description As it is set now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /**
                     * @description Requests that the key may make in a minute.
                     * @example 60
                     */
                    "X-RateLimit-Limit": number;
                    /**
                     * @description Requests left in this minute.
                     * @example 59
                     */
                    "X-RateLimit-Remaining": number;
                    /**
                     * @description When the minute ends, Unix milliseconds.
                     * @example 1795500060000
                     */
                    "X-RateLimit-Reset": number;
                    /**
                     * @description Requests left, and for how many seconds, in the form of the IETF draft.
                     * @example "default";r=59;t=42
                     */
                    RateLimit: string;
                    /**
                     * @description The limit and its window in seconds.
                     * @example "default";q=60;w=60
                     */
                    "RateLimit-Policy": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Whether you get them by mail. Off until you switch it on. */
                            email: boolean;
                            /** @description Whether this service sends mail: the setting `mailFrom` of the stack. */
                            available: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page without external resources. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    getInteractiveReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that loads one program from the dashboard of the service. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description Asked at the dashboard’s address: the page is at that of the API. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            502: components["responses"]["Unavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Unavailable"];
        };
    };
    onPostPublished: {
        parameters: {
            query?: never;
            header: {
                /** @description The same each time the message is sent: ignore ids that you have processed. */
                "webhook-id": string;
                /** @description When it was sent, Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or two signatures, each `v1,` and base64, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostPublished"];
            };
        };
        responses: {
            /** @description Accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the message is sent again, as it is after 3xx, 5xx or no answer. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPostFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The same each time the message is sent: ignore ids that you have processed. */
                "webhook-id": string;
                /** @description When it was sent, Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or two signatures, each `v1,` and base64, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostFailed"];
            };
        };
        responses: {
            /** @description Accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the message is sent again, as it is after 3xx, 5xx or no answer. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPostPartiallyFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The same each time the message is sent: ignore ids that you have processed. */
                "webhook-id": string;
                /** @description When it was sent, Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or two signatures, each `v1,` and base64, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostPartiallyFailed"];
            };
        };
        responses: {
            /** @description Accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the message is sent again, as it is after 3xx, 5xx or no answer. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccountReconnectRequired: {
        parameters: {
            query?: never;
            header: {
                /** @description The same each time the message is sent: ignore ids that you have processed. */
                "webhook-id": string;
                /** @description When it was sent, Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or two signatures, each `v1,` and base64, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountReconnectRequired"];
            };
        };
        responses: {
            /** @description Accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the message is sent again, as it is after 3xx, 5xx or no answer. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMediaReady: {
        parameters: {
            query?: never;
            header: {
                /** @description The same each time the message is sent: ignore ids that you have processed. */
                "webhook-id": string;
                /** @description When it was sent, Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or two signatures, each `v1,` and base64, separated by a space. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MediaReady"];
            };
        };
        responses: {
            /** @description Accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the message is sent again, as it is after 3xx, 5xx or no answer. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
