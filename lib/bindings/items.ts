// Bindings of items of the table: reading, listing and writing, each limited to the keys that a function needs.
import { TABLE } from '../../core/contract.ts'
import { dueAccounts } from '../../core/table-keys.ts'
import {
  type Bindings,
  type Items,
  keysLike,
  leadingKeys,
  onIndex,
  onItems,
  onPeople,
  onTable,
  onTeam,
  type Resources,
} from './parts.ts'

export const ITEMS = {
  'table:get': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem']),
  'table:batch': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:BatchGetItem']),
  /** Items with the same partition key: a post with its publications, the summaries of an owner. */
  'table:query': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:Query']),
  // Writing in a transaction takes the same rights as writing the items one by one.
  'table:put': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:PutItem']),
  'table:update': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:UpdateItem']),
  'table:delete': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:DeleteItem']),
  /** The lists of the index by owner. */
  'table:lists': ({ table }: Pick<Resources, 'table'>) => onIndex(table, TABLE.byOwner.name),
  /** The index by due time, which the sweeper and the keeper read. */
  'table:due': ({ table }: Pick<Resources, 'table'>) => onIndex(table, TABLE.byDue.name),
  /** The request counters of a key. */
  'table:rate': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:UpdateItem'], keysLike('rate')),
  /** One usage record, and the mark that a late one leaves on the summaries of its time; the summaries themselves. */
  'table:usage': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:PutItem'], keysLike('usage', 'summary')),
  /** The answers of requests with an `Idempotency-Key`, and the marks of those being worked on. */
  'table:answers': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], keysLike('idempotency')),
  /** Assets, and nothing else of the table. */
  'media:get': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('media')),
  /** Properties of an asset, with the event for webhooks. */
  'media:inspect': ({ table }: Pick<Resources, 'table'>) =>
    onItems(table, { read: ['media'], write: ['media', 'event'], actions: ['PutItem', 'UpdateItem'] }),
  /** A new asset, with its owner's counters and the places of URL uploads. */
  'media:store': ({ table }: Pick<Resources, 'table'>) => {
    const keys: Items[] = ['media', 'owner']
    return onItems(table, { read: keys, write: keys, actions: ['PutItem', 'UpdateItem'] })
  },
  /** A session that is opened, with its owner's counters. */
  'media:announce': ({ table }: Pick<Resources, 'table'>) =>
    onItems(table, { read: ['owner'], write: ['upload', 'owner'], actions: ['PutItem', 'UpdateItem'] }),
  /** A session that becomes an asset. */
  'media:complete': ({ table }: Pick<Resources, 'table'>) => {
    const keys: Items[] = ['media', 'owner', 'upload']
    return onItems(table, { read: keys, write: keys, actions: ['PutItem', 'UpdateItem', 'DeleteItem'] })
  },
  /** Accounts whose turn it is, and their state as the keeper finds it, with the event for webhooks. */
  'accounts:keep': ({ table }: Pick<Resources, 'table'>) => ({
    grants: [
      ...onIndex(table, TABLE.byDue.name, leadingKeys(dueAccounts.pattern)).grants,
      ...onItems(table, {
        read: ['account'],
        write: ['account', 'event'],
        actions: ['PutItem', 'UpdateItem'],
      }).grants,
    ],
    environment: onTable(table, []).environment,
  }),
  /** Sessions of accounts that are renewed, or found to have ended, with the event for webhooks. */
  'accounts:renew': ({ table }: Pick<Resources, 'table'>) =>
    onItems(table, { read: ['account'], write: ['account', 'event'], actions: ['PutItem', 'UpdateItem'] }),
  /** Failures of variants, and marks of those in progress. */
  'table:variants': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'], keysLike('variants')),
  /** Weekly slots, and which are taken. */
  'slots:read': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:Query'], keysLike('slots')),
  /** Giving one back, in the transaction that moves a post: of one transaction IAM may be shown all keys with each action. */
  'slots:leave': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:DeleteItem'], keysLike('slots', 'post')),
  /** The same in the transaction that ends a post on an account, with what counts that. */
  'slots:free': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:DeleteItem'], keysLike('slots', 'post', 'media', 'jobs', 'event')),
  /** Figures reported by platforms. */
  'table:insights': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:PutItem'], keysLike('insights')),
  /** Cached answers of platforms to readers, and the count of calls. */
  'table:asked': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], keysLike('asked')),
  /** Resolving an API key or a session to its owner, and recording its use. */
  'keys:resolve': ({ table }: Pick<Resources, 'table'>) => ({
    grants: [
      ...onTable(table, ['dynamodb:UpdateItem'], keysLike('keyHash', 'session')).grants,
      ...onTable(table, ['dynamodb:GetItem'], keysLike('keyHash', 'session', 'team')).grants,
    ],
    environment: onTable(table, []).environment,
  }),
  /** Codes and refresh tokens of assistants, their key, and the team's other keys. */
  'assistants:read': ({ table }: Pick<Resources, 'table'>) =>
    onTable(
      table,
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      keysLike('grant', 'apiKey', 'keyHash', 'owner', 'team'),
    ),
  /** Keys of assistants as they come, are renewed and end, with what counts and remembers them, in one transaction each. */
  'assistants:write': ({ table }: Pick<Resources, 'table'>) =>
    onTable(
      table,
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      keysLike('grant', 'apiKey', 'keyHash', 'owner', 'team', 'activity'),
    ),
  /** People, their sessions, teams and invitations. */
  'people:read': ({ table }: Pick<Resources, 'table'>) =>
    onPeople(table, ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']),
  /** The members of an owner, and who they are. */
  'people:list': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:BatchGetItem', 'dynamodb:Query']),
  'people:put': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:PutItem']),
  'people:update': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:UpdateItem']),
  /**
   * Changes of a team, with what is remembered of them. Of one transaction IAM may be shown all keys with each action, so all stand
   * in each; what is remembered the table itself lets nobody change.
   */
  'team:put': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:PutItem'),
  'team:update': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:UpdateItem'),
  'team:delete': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:DeleteItem'),
  /** Checks, in the transaction that writes, that the person is still an admin. */
  'team:check': ({ table }: Pick<Resources, 'table'>) => onTeam(table, 'dynamodb:ConditionCheckItem'),
  /** The caller's role, read right before a change. */
  'role:look': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('team')),
  /** The same in the transaction that writes other items: IAM may be shown all of its keys, so no keys limit it. */
  'role:check': ({ table }: Pick<Resources, 'table'>) => ({
    grants: [
      ...onTable(table, ['dynamodb:GetItem'], keysLike('team')).grants,
      ...onTable(table, ['dynamodb:ConditionCheckItem']).grants,
    ],
    environment: onTable(table, []).environment,
  }),
  /** Reads the names of people who made something. */
  'people:names': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:BatchGetItem'], keysLike('person')),
  'people:delete': ({ table }: Pick<Resources, 'table'>) => onPeople(table, ['dynamodb:DeleteItem']),
  /** Sign-ins in progress. */
  'table:sign-in': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:PutItem', 'dynamodb:DeleteItem'], keysLike('signIn')),
  /** Apps that the service registered itself: what they say of themselves to anyone. */
  'apps:read': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('app')),
  /** Notices of owners. */
  'notices:get': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:GetItem'], keysLike('notices')),
  'notices:list': ({ table }: Pick<Resources, 'table'>) => onTable(table, ['dynamodb:Query'], keysLike('notices')),
  /** A notice, and that it is to be mailed. */
  'notices:write': ({ table }: Pick<Resources, 'table'>) =>
    onTable(table, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], keysLike('notices')),
} satisfies Bindings
