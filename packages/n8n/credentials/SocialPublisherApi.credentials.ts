import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

export class SocialPublisherApi implements ICredentialType {
	name = 'socialPublisherApi';

	displayName = 'Social Publisher API';

	icon: Icon = {
		light: 'file:../nodes/SocialPublisher/socialPublisher.svg',
		dark: 'file:../nodes/SocialPublisher/socialPublisher.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-social-publisher';

	properties: INodeProperties[] = [
		{
			displayName: 'Address',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://abc.execute-api.eu-central-1.amazonaws.com',
			description: 'The address of your service, without /api',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'X-Secret-Token': '={{$credentials.apiKey}}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.url.trim().replace(new RegExp("/+$"), "").replace(new RegExp("/api(/v1)?$"), "")}}',
			url: '/api/v1/accounts/social',
			disableFollowRedirect: true,
		},
	};
}
