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
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { keyOf, oncePerTry } from './idempotency';
import { createPost, getPost, listPosts, perAccount } from './posts';
import { properties } from './properties';
import { CREDENTIALS, request } from './request';
import { uploadFile } from './upload';
import { textOf } from './values';

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
