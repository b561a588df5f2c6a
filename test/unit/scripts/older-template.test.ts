import { expect, it } from 'vitest'
import { readableToday } from '../../support/older-template.ts'

const answer = { description: 'As the function answers.' }
const api = (responses: object) => ({
  Type: 'AWS::ApiGateway::RestApi',
  Properties: { Body: { paths: { '/v1': { get: { responses } } } } },
})
const stage = (...methods: string[]) => ({
  Type: 'AWS::ApiGateway::Stage',
  Properties: { MethodSettings: methods.map((HttpMethod) => ({ HttpMethod, ResourcePath: '/~1v1' })) },
})

it('brings what AWS does not take into the form that the local run reads', () => {
  const template = { Resources: { Api: api({ default: answer }), Stage: stage('*', 'GET', 'ANY') } }
  expect(readableToday(template)).toEqual({ Resources: { Api: api({ 200: answer }), Stage: stage('*', 'GET') } })
  expect(template.Resources.Api).toEqual(api({ default: answer }))
})

it('leaves the template of today as it is', () => {
  const template = {
    Resources: { Api: api({ 200: answer }), Stage: stage('*', 'GET'), Table: { Type: 'AWS::DynamoDB::Table' } },
  }
  expect(readableToday(template)).toEqual(template)
})
