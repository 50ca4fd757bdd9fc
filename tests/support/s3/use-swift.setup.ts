// Where the helpers of the server's tests find which store they start.
process.env.TEST_S3_KIND = 'swift';
