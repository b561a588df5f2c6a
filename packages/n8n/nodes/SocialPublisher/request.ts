import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';

export const CREDENTIALS = 'socialPublisherApi';

interface Answer {
	statusCode: number;
	body: IDataObject;
	headers: Record<string, string>;
}

/** The service is busy or away for a moment. */
const PASSING = [502, 503, 504];
/** Refusals that come before the service looks whether it already has the request, and pages of something on the way. */
const saysNothingOfBefore = ({ statusCode, body }: Answer) => [401, 403, 429].includes(statusCode) || typeof body !== 'object';
/** Where a post may have been accepted: an execution that is started anew has another key. */
const MAY_HAVE_HAPPENED = 'It may have taken effect. Look before you run it again: another execution posts a second time.';
/** The service advises a new key, with which the post of a try before would go out twice. */
const KEY_USED = 'Nothing was done now, but a request with this key and other content may have taken effect, such as a try before of this node. Look with Get Many before you use another key.';
export const MOST_REPEATS = 2;
export const FIRST_WAIT_MS = 1000;
/** A longer wait is for the person to decide on who made the workflow. */
const LONGEST_WAIT_MS = 60_000;

/** How long a request that may have taken effect is repeated: an hour less than the service keeps its key. A machine may have slept meanwhile. */
const MADE_AGAIN_MS = 23 * 3_600_000;

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

/** An answer of the service. Others come from something on the way, or break off. */
const isWhole = ({ statusCode, body }: Answer) =>
	statusCode >= 400 || statusCode === 204 || (statusCode < 300 && typeof body === 'object' && body !== null);

/** The error that n8n shows: what is wrong, field by field. */
function refusalOf(
	from: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
	{ statusCode, body }: Answer,
	itemIndex?: number,
	description?: string,
) {
	const said = body ?? {};
	const issues = (said.errors ?? []) as { path?: string; message: string; code: string }[];
	const limit = said.error as { message?: string } | undefined;
	const fields = issues.map(
		({ path: field, message: problem, code }) => `${field ? `${field}: ` : ''}${problem} (${code})`,
	);
	if (issues[0]?.code === 'idempotency_mismatch') description = KEY_USED;
	const message = fields.join(' ') || (said.message as string | undefined) || limit?.message;
	return new NodeApiError(from.getNode(), said as JsonObject, { message, description, httpCode: String(statusCode), itemIndex });
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
			// n8n would take the key along to whichever host an answer leads to.
			disableFollowRedirect: true,
			...more,
		}) as Promise<Answer>;
	/** Whether the request, or a try of it before, may have taken effect. */
	let unclear = false;
	const began = Date.now();
	const advice = () => (unclear && method === 'POST' ? MAY_HAVE_HAPPENED : undefined);
	for (let tried = 0; ; tried += 1) {
		const last = tried >= MOST_REPEATS;
		const answer = await call()
			.then((came) => {
				if (isWhole(came)) return came;
				const message = `The service did not answer: ${method} ${path} came back with something else. Is that the address of the API?`;
				throw new NodeOperationError(from.getNode(), message, { itemIndex, description: method === 'POST' ? MAY_HAVE_HAPPENED : undefined });
			})
			.catch((error: JsonObject | NodeOperationError) => {
				unclear = true;
				if (!last && harmless) return undefined;
				if (error instanceof NodeOperationError) throw error;
				throw new NodeApiError(from.getNode(), error, { itemIndex, description: advice() });
			});
		let asked = 0;
		if (answer) {
			const { statusCode, headers } = answer;
			rests.set(from, Math.max(rests.get(from) ?? 0, restAfter(answer)));
			if (statusCode < 400) return answer;
			asked = Number(headers['retry-after'] ?? 0) * 1000;
			const passes = statusCode === 429 || (harmless && (PASSING.includes(statusCode) || inFlight(answer)));
			const saysNothing = saysNothingOfBefore(answer);
			if (statusCode >= 500 || inFlight(answer)) unclear = true;
			if (last || !passes || !(asked <= LONGEST_WAIT_MS))
				throw refusalOf(from, answer, itemIndex, saysNothing || statusCode >= 500 || inFlight(answer) ? advice() : undefined);
		}
		await sleep(Math.max(asked, FIRST_WAIT_MS * 2 ** tried));
		if (unclear && method !== 'GET' && Date.now() - began > MADE_AGAIN_MS)
			throw new NodeOperationError(from.getNode(), `The service did not answer: ${method} ${path}. The machine slept too long for it to be made again.`, { itemIndex, description: advice() });
	}
}
