import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, NodeOperationError, sleep, tryToParseDateTime } from 'n8n-workflow';
import { properties } from './properties';
import { CREDENTIALS, FIRST_WAIT_MS, MOST_REPEATS, request } from './request';

interface Publication extends IDataObject {
	account_id: string;
	platform: string;
	state: string;
	terminal: boolean;
	permalink: string | null;
	error: IDataObject | null;
}

/** Larger files are sent in parts. */
const ONE_PART_BYTES = 8 * 1024 * 1024;
const LOOK_EVERY_MS = 2000;
/** How often a post is looked at for links that are not there yet, and milliseconds between. */
const LINK_LOOKS = 5;
const LINK_EVERY_MS = 500;
const PAGE = 100;

/** One item for each account: a workflow can go on with each of them. */
const perAccount = (post: IDataObject): IDataObject[] =>
	(post.publications as Publication[]).map((publication) => ({
		post_id: post.id,
		post_status: post.status,
		...publication,
	}));

/** What an expression has made of a text: a number is one too, and nothing is an empty one. */
function textOf(from: IExecuteFunctions, name: string, given: unknown, item: number): string {
	if (given === undefined || given === null) return '';
	if (typeof given === 'object')
		throw new NodeOperationError(from.getNode(), `${name} is no text: the expression gives ${Array.isArray(given) ? 'a list' : 'an object'}.`, { itemIndex: item });
	return String(given);
}

/** Words with commas or spaces between them, or a list that an expression gives. */
const listOf = (given: unknown): string[] =>
	(Array.isArray(given) ? given : String(given ?? '').split(/[\s,]+/)).map((word) => String(word).trim()).filter((word) => word !== '');

async function getPost(from: IExecuteFunctions, id: string, item: number): Promise<IDataObject> {
	const { body } = await request(from, 'GET', `/v1/posts/${id}`, {}, item);
	return body.data as IDataObject;
}

/** Platforms give links a moment after they have published, and for some publications never. How the post has ended is known already. */
async function withLinks(from: IExecuteFunctions, ended: IDataObject, item: number): Promise<IDataObject> {
	let post = ended;
	for (let looks = 0; looks < LINK_LOOKS; looks += 1) {
		if ((post.publications as Publication[]).every(({ state, permalink }) => state !== 'published' || permalink !== null)) break;
		await sleep(LINK_EVERY_MS);
		const found = await getPost(from, String(post.id), item).catch(() => undefined);
		if (!found) break;
		post = found;
	}
	return post;
}

/** The post, once nothing more happens to it by itself, or as it is when the time is over. */
async function settled(from: IExecuteFunctions, id: string, seconds: number, item: number): Promise<IDataObject> {
	const began = Date.now();
	// An expression may give no number.
	const until = began + (Number(seconds) || 0) * 1000;
	for (;;) {
		const post = await getPost(from, id, item);
		const ended = (post.publications as Publication[]).every(({ terminal }) => terminal);
		const left = until - Date.now();
		if (left <= 0) return post;
		if (ended) return withLinks(from, post, item);
		// The longer a post takes, the longer the pause between two looks at it.
		await sleep(Math.min(Math.max(LOOK_EVERY_MS, (Date.now() - began) / 20), left));
	}
}

/**
 * The same when n8n tries the node again; another in each run of a loop, and in each call by an agent, which have one execution.
 * Each n8n counts its executions from 1: two of them with the same workflow, for trying and for real, are told apart by their ids.
 *
 * @param what goes into it besides: two operations of one run never share a key.
 */
function keyOf(from: IExecuteFunctions, what: string, item: number): string {
	const { $runIndex: run } = from.getWorkflowDataProxy(item);
	return ['n8n', what, from.getInstanceId(), from.getExecutionId(), from.getNode().id, run, item].join('-');
}

/** For a call that takes effect once however often it is sent. Where n8n tries the node again, it is another call: links end. */
const oncePerTry = (from: IExecuteFunctions, what: string, item: number) => ({
	'Idempotency-Key': `${keyOf(from, what, item)}-${Date.now()}`,
});

/** A day and a time of day, with or without a zone. n8n reads others by the clock of its own machine, and 1.2.2027 as a day in January. */
const WRITTEN = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/i;
/** Whether the calendar has the day: n8n makes a day in March of 30 February. */
const isDay = (text: string) => new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10));
/** The texts that JavaScript makes of dates name their zone. */
const OF_A_DATE = /^\w{3},? .*\bGMT([+-]\d{4})?( \(.*\))?$/;

/** A time without a zone is one of the workflow's. Milliseconds. */
function timeOf(from: IExecuteFunctions, given: unknown, item: number): number {
	if (given === undefined || given === null || given === '')
		throw new NodeOperationError(from.getNode(), 'Scheduled At is empty. Remove the field to publish now.', { itemIndex: item });
	const text = String(given).trim();
	if (/^\d{13}$/.test(text)) return Number(text);
	const why = `Scheduled At is no time: ${text.slice(0, 100)}. Write 2026-12-24 18:00 in the time zone of the workflow, or 2026-12-24T18:00:00+01:00.`;
	if (!(WRITTEN.test(text) && isDay(text)) && !OF_A_DATE.test(text)) throw new NodeOperationError(from.getNode(), why, { itemIndex: item });
	try {
		return tryToParseDateTime(given, from.getTimezone()).toMillis();
	} catch {
		throw new NodeOperationError(from.getNode(), why, { itemIndex: item });
	}
}

async function createPost(from: IExecuteFunctions, item: number): Promise<IDataObject[]> {
	const type = from.getNodeParameter('type', item) as string;
	const more = from.getNodeParameter('additionalFields', item) as IDataObject;
	const content = textOf(from, 'Content', from.getNodeParameter('content', item), item);
	const media = type === 'text' ? [] : listOf(from.getNodeParameter('mediaIds', item));
	// By whole characters: half of one is refused.
	const title = textOf(from, 'Title', more.title, item) || [...content.split('\n')[0].trim()].slice(0, 100).join('') || 'Untitled';
	const body: IDataObject = {
		...(type === 'feed' ? { title } : {}),
		...(content === '' ? {} : { content }),
		...(more.hashtags ? { hashtags: listOf(more.hashtags) } : {}),
		...(media.length > 0 ? { media: { media_asset_ids: media } } : {}),
		accounts: listOf(from.getNodeParameter('accounts', item)),
		...(more.nextSlot ? { scheduled_at: 'next_slot' } : {}),
		...('scheduledAt' in more ? { scheduled_at: timeOf(from, more.scheduledAt, item) } : {}),
	};
	const key = textOf(from, 'Idempotency Key', more.idempotencyKey, item) || keyOf(from, 'post', item);
	const headers = { 'Idempotency-Key': key };
	const { headers: told } = await request(from, 'POST', `/v1/posts/${type}`, { body, headers }, item);
	const id = (told.location ?? '').split('/').pop();
	if (!id)
		throw new NodeOperationError(from.getNode(), 'The service did not answer: the answer to the post names no post.', {
			description: 'It may have taken effect: look with Get Many before you run it again. Is that the address of the API?',
			itemIndex: item,
		});
	const wait = body.scheduled_at === undefined ? (from.getNodeParameter('wait', item) as number) : 0;
	try {
		return perAccount(await settled(from, id, wait, item));
	} catch (error) {
		const { message } = error as Error;
		// An execution that is started anew has another key: it would post a second time.
		throw new NodeOperationError(from.getNode(), `The post ${id} was accepted, but its state cannot be read: ${message}`, {
			description: 'Do not create it again. The operation Get shows its state.',
			itemIndex: item,
		});
	}
}

interface Part {
	first_byte: number;
	size_bytes: number;
	/** Null where it has arrived. */
	upload_url: string | null;
	headers: Record<string, string>;
}

/** @param path of the upload session. */
const partsOf = async (from: IExecuteFunctions, path: string, item: number): Promise<Part[]> =>
	((await request(from, 'GET', path, {}, item)).body.data as { parts: Part[] }).parts;

/** Sends a part of a file to its store, again where the connection broke. */
async function put(from: IExecuteFunctions, path: string, { first_byte, ...part }: Part, body: Buffer, item: number): Promise<void> {
	let { upload_url: url, headers } = part;
	for (let tried = 0; url !== null; tried += 1) {
		const answer = (await from.helpers
			.httpRequest({ method: 'PUT', url, headers, body, returnFullResponse: true, ignoreHttpStatusErrors: true })
			.catch(() => undefined)) as { statusCode: number } | undefined;
		// 412: a try before has arrived, and its answer was lost.
		if (answer && (answer.statusCode < 300 || answer.statusCode === 412)) return;
		if (tried >= MOST_REPEATS)
			throw new NodeOperationError(
				from.getNode(),
				`The file did not arrive: ${answer ? `its store answered ${answer.statusCode}` : 'the connection broke'}.`,
				{ itemIndex: item },
			);
		await sleep(FIRST_WAIT_MS * 2 ** tried);
		// The addresses of a long upload end before it does.
		if (answer?.statusCode === 403)
			({ upload_url: url, headers } = (await partsOf(from, path, item)).find((each) => each.first_byte === first_byte) ?? part);
	}
}

async function uploadFile(from: IExecuteFunctions, item: number): Promise<IDataObject> {
	const property = from.getNodeParameter('binaryPropertyName', item) as string;
	const { fileName, mimeType } = from.helpers.assertBinaryData(item, property);
	const bytes = await from.helpers.getBinaryDataBuffer(item, property);
	const description = textOf(from, 'Alternative Text', from.getNodeParameter('altText', item), item);
	const { body } = await request(
		from,
		'POST',
		'/v1/media/uploads',
		{
			body: {
				file_name: fileName ?? 'file',
				content_type: mimeType,
				size_bytes: bytes.length,
				...(description === '' ? {} : { description }),
				...(bytes.length > ONE_PART_BYTES ? { in_parts: true } : {}),
			},
			headers: oncePerTry(from, 'upload', item),
		},
		item,
	);
	const session = body.data as IDataObject;
	const path = `/v1/media/uploads/${session.id as string}`;
	const { upload_url, headers } = session as unknown as Part;
	const parts = upload_url
		? [{ first_byte: 0, size_bytes: bytes.length, upload_url, headers }]
		: await partsOf(from, path, item);
	let arrived = false;
	try {
		for (const part of parts)
			await put(from, path, part, bytes.subarray(part.first_byte, part.first_byte + part.size_bytes), item);
		arrived = true;
	} finally {
		// What is left of it would count towards the storage for a day.
		if (!arrived) await request(from, 'DELETE', path, {}, item).catch(() => undefined);
	}
	return (await request(from, 'POST', `${path}/complete`, { headers: oncePerTry(from, 'complete', item) }, item)).body.data as IDataObject;
}

async function listPosts(from: IExecuteFunctions, item: number): Promise<IDataObject[]> {
	const all = from.getNodeParameter('returnAll', item) as boolean;
	const limit = all ? Number.POSITIVE_INFINITY : (from.getNodeParameter('limit', item) as number);
	const { status } = from.getNodeParameter('filters', item) as { status?: string };
	const found = new Map<string, IDataObject>();
	let before = 0;
	for (let page = 1; found.size < limit; page += 1) {
		const qs = { page, limit: PAGE, ...(status ? { status } : {}) };
		const data = (await request(from, 'GET', '/v1/posts', { qs }, item)).body.data as IDataObject;
		const { total_count, total_pages, limit: size } = data.result_info as Record<string, number>;
		const gone = before - total_count;
		before = total_count;
		// Posts that come or go meanwhile move the others. Some may have moved to a page that was read already: it is read again.
		if (gone > 0 && page > 1) {
			page = Math.max(1, page - Math.ceil(gone / size)) - 1;
			continue;
		}
		for (const post of data.result as IDataObject[]) found.set(post.id as string, post);
		if (page >= total_pages) break;
	}
	return [...found.values()].slice(0, limit);
}

async function run(from: IExecuteFunctions, operation: string, item: number): Promise<IDataObject | IDataObject[]> {
	const id = () => {
		const given = textOf(from, 'Post ID', from.getNodeParameter('postId', item), item).trim();
		// Without an id the address would be that of all posts.
		if (given === '') throw new NodeOperationError(from.getNode(), 'Post ID is empty.', { itemIndex: item });
		return encodeURIComponent(given);
	};
	switch (operation) {
		case 'account:getAll':
			return (await request(from, 'GET', '/v1/accounts/social', {}, item)).body.data as IDataObject[];
		case 'media:upload':
			return uploadFile(from, item);
		case 'media:uploadUrl': {
			const description = textOf(from, 'Alternative Text', from.getNodeParameter('altText', item), item);
			const body = { url: from.getNodeParameter('mediaUrl', item) as string, ...(description === '' ? {} : { description }) };
			return (await request(from, 'POST', '/v1/media', { body, headers: oncePerTry(from, 'fetch', item) }, item)).body.data as IDataObject;
		}
		case 'post:create':
			return createPost(from, item);
		case 'post:get':
			return perAccount(await getPost(from, id(), item));
		case 'post:getAll':
			return listPosts(from, item);
		case 'post:cancel':
			return (await request(from, 'DELETE', `/v1/posts/${id()}`, {}, item)).body;
		case 'post:retry': {
			const headers = { 'Idempotency-Key': keyOf(from, 'retry', item) };
			return (await request(from, 'POST', `/v1/posts/${id()}/retry`, { headers }, item)).body;
		}
		default:
			throw new NodeOperationError(from.getNode(), `There is no operation ${operation}`, { itemIndex: item });
	}
}

/** Names the posts of the items before the one that failed. */
const acceptedBefore = (ids: readonly string[]) =>
	`The items before it were posted: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}. Leave them out when you run it again: another execution posts a second time.`;

export class SocialPublisher implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Publisher',
		name: 'socialPublisher',
		icon: { light: 'file:socialPublisher.svg', dark: 'file:socialPublisher.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Publish to many social media accounts through your own Social Publisher',
		defaults: { name: 'Social Publisher' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS, required: true }],
		properties,
	};

	methods = {
		loadOptions: {
			async getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				const { body } = await request(this, 'GET', '/v1/accounts/social');
				return (body.data as IDataObject[]).map((account) => ({
					name: `${(account.social_provider as IDataObject).display_name as string}: ${account.external_username as string}`,
					value: account.id as string,
				}));
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const results: INodeExecutionData[] = [];
		/** Posts that are out, or will be, whatever becomes of the items behind them. */
		const accepted: string[] = [];
		for (let item = 0; item < this.getInputData().length; item += 1) {
			const resource = this.getNodeParameter('resource', item) as string;
			const operation = this.getNodeParameter('operation', item) as string;
			try {
				const found = [await run(this, `${resource}:${operation}`, item)].flat();
				if (resource === 'post' && operation === 'create') accepted.push(String(found[0]?.post_id));
				for (const json of found) results.push({ json, pairedItem: { item } });
			} catch (error) {
				// One that is already a list stays as it is.
				const problem = new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item });
				if (!this.continueOnFail()) {
					// An execution that is started anew has other keys: it would post those a second time.
					if (accepted.length > 0) problem.description = [problem.description, acceptedBefore(accepted)].filter(Boolean).join(' ');
					throw problem;
				}
				const { message, description } = error as { message: string; description?: string };
				// n8n leads to the output for errors what names its error. Where there is none, it would keep only the message of it.
				const named = this.getNode().onError === 'continueErrorOutput' ? { error: problem } : {};
				results.push({ json: { error: message, description }, ...named, pairedItem: { item } });
			}
		}
		return [results];
	}
}
