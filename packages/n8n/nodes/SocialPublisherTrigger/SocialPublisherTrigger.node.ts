import { createHmac, timingSafeEqual } from 'crypto';
import type {
	IDataObject,
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIALS, request } from '../SocialPublisher/request';

const OLDEST_SECONDS = 300;

/** Whether the message is of the service, whole, and of these minutes: as Standard Webhooks has it. */
export function isGenuine(secret: string, headers: IDataObject, body: Buffer, now = Date.now()): boolean {
	const id = String(headers['webhook-id'] ?? '');
	const timestamp = String(headers['webhook-timestamp'] ?? '');
	if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > OLDEST_SECONDS) return false;
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
	return String(headers['webhook-signature'] ?? '')
		.split(' ')
		.slice(0, 10)
		.some((signature) => {
			const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
			return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
		});
}

export class SocialPublisherTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Publisher Trigger',
		name: 'socialPublisherTrigger',
		icon: { light: 'file:socialPublisher.svg', dark: 'file:socialPublisher.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description: 'Starts the workflow when posts are live or fail',
		defaults: { name: 'Social Publisher Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS, required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				default: ['post.published', 'post.failed', 'post.partially_failed'],
				options: [
					{ name: 'Account Has to Be Reconnected', value: 'account.reconnect_required' },
					{ name: 'Media Is Ready', value: 'media.ready' },
					{ name: 'Post Failed', value: 'post.failed' },
					{ name: 'Post Partially Failed', value: 'post.partially_failed' },
					{ name: 'Post Published', value: 'post.published' },
				],
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				const kept = this.getWorkflowStaticData('node');
				// Without its secret no message can be checked: such a webhook is made again.
				if (!kept.webhookId || !kept.secret) return false;
				const { body } = await request(this, 'GET', '/v1/webhooks');
				const url = this.getNodeWebhookUrl('default');
				const wanted = this.getNodeParameter('events') as string[];
				// One that could not be removed may have the events of before.
				const hasWanted = (events: string[]) => events.length === wanted.length && wanted.every((event) => events.includes(event));
				return (body.data as IDataObject[]).some(
					(webhook) => webhook.id === kept.webhookId && webhook.url === url && webhook.enabled && hasWanted(webhook.events as string[]),
				);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const url = this.getNodeWebhookUrl('default');
				// One of this address that is there already was disabled, or its secret was lost: it would only fail, and take a place.
				const { body: known } = await request(this, 'GET', '/v1/webhooks');
				for (const webhook of known.data as IDataObject[])
					if (webhook.url === url) await request(this, 'DELETE', `/v1/webhooks/${webhook.id as string}`);
				const { body } = await request(this, 'POST', '/v1/webhooks', {
					body: { url, events: this.getNodeParameter('events') as string[] },
				});
				const { id, secret } = body.data as IDataObject;
				Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret });
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const kept = this.getWorkflowStaticData('node');
				if (kept.webhookId) {
					try {
						await request(this, 'DELETE', `/v1/webhooks/${kept.webhookId as string}`);
					} catch (error) {
						// It is gone already: that is what was wanted.
						if ((error as { httpCode?: string }).httpCode !== '404') return false;
					}
				}
				delete kept.webhookId;
				delete kept.secret;
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { secret } = this.getWorkflowStaticData('node');
		const { rawBody } = this.getRequestObject() as unknown as { rawBody?: Buffer };
		const headers = this.getHeaderData() as IDataObject;
		if (!secret || !rawBody || !isGenuine(secret as string, headers, rawBody)) {
			this.getResponseObject().status(401).send('The signature is not right.').end();
			return { noWebhookResponse: true };
		}
		// A message may come twice: with its id a workflow can tell.
		const message = { ...this.getBodyData(), message_id: headers['webhook-id'] };
		return { workflowData: [this.helpers.returnJsonArray([message])] };
	}
}
