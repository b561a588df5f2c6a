// The CloudFront resources of a template, as far as the local distribution reads them.
import { z } from 'zod'

const flag = z.union([z.boolean(), z.stringbool()])
const items = <T extends z.ZodType>(item: T) => z.object({ Items: z.array(item).default([]) })

export const Behavior = z.object({
  PathPattern: z.string().optional(),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .default([]),
  LambdaFunctionAssociations: z.array(z.never()).optional(),
  TrustedKeyGroups: z.array(z.never()).optional(),
})
export const Distribution = z.object({
  DistributionConfig: z.object({
    DefaultRootObject: z.string().default(''),
    DefaultCacheBehavior: Behavior,
    CacheBehaviors: z.array(Behavior).default([]),
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        OriginPath: z.string().default(''),
        OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
      }),
    ),
    OriginGroups: items(
      z.object({
        Id: z.string(),
        FailoverCriteria: z.object({ StatusCodes: items(z.coerce.number()) }),
        Members: items(z.object({ OriginId: z.string() })),
      }),
    ).optional(),
    // Only how long an error is remembered; a page in its place is not known here.
    CustomErrorResponses: z
      .array(z.object({ ErrorCode: z.coerce.number(), ResponsePagePath: z.never().optional() }))
      .optional(),
  }),
})
export const CachePolicy = z.object({
  CachePolicyConfig: z.object({
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      QueryStringsConfig: z.object({ QueryStringBehavior: z.string() }),
      HeadersConfig: z.object({ HeaderBehavior: z.string(), Headers: z.array(z.string()).default([]) }),
    }),
  }),
})
export const OriginRequestPolicy = z.object({
  OriginRequestPolicyConfig: z.object({
    QueryStringsConfig: z.object({ QueryStringBehavior: z.string() }),
    HeadersConfig: z.object({ HeaderBehavior: z.string(), Headers: z.array(z.string()).default([]) }),
  }),
})
const override = { Override: flag }
export const ResponseHeadersPolicy = z.object({
  ResponseHeadersPolicyConfig: z.object({
    SecurityHeadersConfig: z
      .object({
        ContentTypeOptions: z.object(override).optional(),
        ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string(), ...override }).optional(),
        FrameOptions: z.object({ FrameOption: z.string(), ...override }).optional(),
        ReferrerPolicy: z.object({ ReferrerPolicy: z.string(), ...override }).optional(),
        StrictTransportSecurity: z
          .object({
            AccessControlMaxAgeSec: z.coerce.number(),
            IncludeSubdomains: flag.default(false),
            Preload: flag.default(false),
            ...override,
          })
          .optional(),
      })
      .default({}),
    CustomHeadersConfig: items(z.object({ Header: z.string(), Value: z.string(), ...override })).default({ Items: [] }),
    RemoveHeadersConfig: items(z.object({ Header: z.string() })).default({ Items: [] }),
    CorsConfig: z
      .object({
        AccessControlAllowOrigins: items(z.string()),
        AccessControlAllowMethods: items(z.string()),
        AccessControlAllowHeaders: items(z.string()),
        AccessControlExposeHeaders: items(z.string()).optional(),
        OriginOverride: flag,
      })
      .optional(),
  }),
})

export const BucketPolicy = z.object({
  Bucket: z.string(),
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.string().default('Allow'),
        Principal: z.unknown().optional(),
        Action: z.union([z.string(), z.array(z.string())]).default([]),
        Resource: z.union([z.string(), z.array(z.string())]).default([]),
      }),
    ),
  }),
})
