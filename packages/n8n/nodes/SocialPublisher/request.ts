import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

export const CREDENTIALS = 'socialPublisherApi';

interface Answer {
	body: IDataObject;
	headers: Record<string, string>;
}

/** One call of the API. A refusal becomes the error that n8n shows: what is wrong, field by field. */
export async function request(
	from: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
	method: IHttpRequestMethods,
	path: string,
	more: { body?: IDataObject; qs?: IDataObject; headers?: Record<string, string> } = {},
	itemIndex?: number,
): Promise<Answer> {
	const { url } = await from.getCredentials<{ url: string }>(CREDENTIALS);
	try {
		return (await from.helpers.httpRequestWithAuthentication.call(from, CREDENTIALS, {
			method,
			baseURL: `${url.replace(/\/+$/, '')}/api`,
			url: path,
			json: true,
			returnFullResponse: true,
			...more,
		})) as Answer;
	} catch (error) {
		const { response } = error as { response?: { data?: IDataObject; body?: IDataObject } };
		const said = response?.data ?? response?.body ?? {};
		const issues = (said.errors ?? []) as { path?: string; message: string; code: string }[];
		const limit = said.error as { message?: string } | undefined;
		const fields = issues.map(
			({ path: field, message: problem, code }) => `${field ? `${field}: ` : ''}${problem} (${code})`,
		);
		const message = fields.join(' ') || (said.message as string | undefined) || limit?.message;
		throw new NodeApiError(from.getNode(), error as JsonObject, {
			...(message === undefined ? {} : { message }),
			itemIndex,
		});
	}
}
