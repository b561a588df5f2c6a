// Sends a file of the workflow to the service, a large one in parts.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';
import { oncePerTry } from './idempotency';
import { FIRST_WAIT_MS, MOST_REPEATS, request } from './request';
import { textOf } from './values';

/** Larger files are sent in parts. */
const ONE_PART_BYTES = 8 * 1024 * 1024;

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

export async function uploadFile(from: IExecuteFunctions, item: number): Promise<IDataObject> {
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
		// A session that is left open counts towards the storage for a day.
		if (!arrived) await request(from, 'DELETE', path, {}, item).catch(() => undefined);
	}
	return (await request(from, 'POST', `${path}/complete`, { headers: oncePerTry(from, 'complete', item) }, item)).body.data as IDataObject;
}
