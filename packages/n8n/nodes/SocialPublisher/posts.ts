// Posts: made, waited for, shown and listed.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';
import { keyOf } from './idempotency';
import { request } from './request';
import { listOf, textOf, timeOf } from './values';

interface Publication extends IDataObject {
	account_id: string;
	platform: string;
	state: string;
	terminal: boolean;
	permalink: string | null;
	error: IDataObject | null;
}

const LOOK_EVERY_MS = 2000;
/** How often a post is looked at for links that are not there yet, and milliseconds between. */
const LINK_LOOKS = 5;
const LINK_EVERY_MS = 500;
const PAGE = 100;

/** One item for each account: a workflow can go on with each of them. Of those that do not take the post, nothing else would tell. */
export function perAccount(post: IDataObject): IDataObject[] {
	const skipped = ((post.skipped_accounts ?? []) as string[]).map((account_id) => ({
		account_id,
		state: 'skipped',
		terminal: true,
		permalink: null,
		error: null,
	}));
	return [...(post.publications as Publication[]), ...skipped].map((account) => ({
		post_id: post.id,
		post_status: post.status,
		...account,
	}));
}

export async function getPost(from: IExecuteFunctions, id: string, item: number): Promise<IDataObject> {
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

export async function createPost(from: IExecuteFunctions, item: number): Promise<IDataObject[]> {
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

export async function listPosts(from: IExecuteFunctions, item: number): Promise<IDataObject[]> {
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
