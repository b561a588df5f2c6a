import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, sleep } from 'n8n-workflow';

export const CREDENTIALS = 'socialPublisherApi';

interface Answer {
	statusCode: number;
	body: IDataObject;
	headers: Record<string, string>;
}

/** The service is busy or away for a moment. */
const PASSING = [502, 503, 504];
const MOST_REPEATS = 2;
const FIRST_WAIT_MS = 1000;
/** A longer wait is for the person to decide on who made the workflow. */
const LONGEST_WAIT_MS = 60_000;

/** @param url as given: with or without `/api`, which the address of the API ends with in places. */
const apiOf = (url: string) => `${url.trim().replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')}/api`;

/** The first request with the same key is still being worked on: its answer will be the one to have. */
const inFlight = ({ statusCode, headers }: Answer) => statusCode === 409 && headers['retry-after'] !== undefined;

/** Until when a run of a node has used up the limit of its key. One that breaks it minute after minute is shut out for longer. */
const rests = new WeakMap<object, number>();

/** @returns until when the key has to rest after this answer; 0 where it need not. */
function restAfter({ headers }: Answer): number {
	const [, seconds] = /\br=0;t=(\d+)/.exec(headers.ratelimit ?? '') ?? [];
	return seconds === undefined ? 0 : Date.now() + Number(seconds) * 1000;
}

/** The error that n8n shows: what is wrong, field by field. */
function refusalOf(from: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions, { statusCode, body }: Answer, itemIndex?: number) {
	const said = body ?? {};
	const issues = (said.errors ?? []) as { path?: string; message: string; code: string }[];
	const limit = said.error as { message?: string } | undefined;
	const fields = issues.map(
		({ path: field, message: problem, code }) => `${field ? `${field}: ` : ''}${problem} (${code})`,
	);
	const message = fields.join(' ') || (said.message as string | undefined) || limit?.message;
	return new NodeApiError(from.getNode(), said as JsonObject, { message, httpCode: String(statusCode), itemIndex });
}

/**
 * One call of the API, repeated where it was put off: what met the rate limit, and, where that takes effect once, what got no answer.
 * The node reads the service's refusal itself: n8n's own error would have general words only.
 */
export async function request(
	from: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
	method: IHttpRequestMethods,
	path: string,
	more: { body?: IDataObject; qs?: IDataObject; headers?: Record<string, string> } = {},
	itemIndex?: number,
): Promise<Answer> {
	const { url } = await from.getCredentials<{ url: string }>(CREDENTIALS);
	const harmless = method === 'GET' || more.headers?.['Idempotency-Key'] !== undefined;
	const rest = (rests.get(from) ?? 0) - Date.now();
	if (rest > 0 && rest <= LONGEST_WAIT_MS) await sleep(rest);
	const call = () =>
		from.helpers.httpRequestWithAuthentication.call(from, CREDENTIALS, {
			method,
			baseURL: apiOf(url),
			url: path,
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			...more,
		}) as Promise<Answer>;
	for (let tried = 0; ; tried += 1) {
		const last = tried >= MOST_REPEATS;
		const answer = await call().catch((error: JsonObject) => {
			if (last || !harmless) throw new NodeApiError(from.getNode(), error, { itemIndex });
			return undefined;
		});
		let asked = 0;
		if (answer) {
			const { statusCode, headers } = answer;
			rests.set(from, Math.max(rests.get(from) ?? 0, restAfter(answer)));
			if (statusCode < 400) return answer;
			asked = Number(headers['retry-after'] ?? 0) * 1000;
			const passes = statusCode === 429 || (harmless && (PASSING.includes(statusCode) || inFlight(answer)));
			if (last || !passes || !(asked <= LONGEST_WAIT_MS)) throw refusalOf(from, answer, itemIndex);
		}
		await sleep(Math.max(asked, FIRST_WAIT_MS * 2 ** tried));
	}
}
