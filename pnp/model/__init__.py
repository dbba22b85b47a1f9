"""What the YAML files may say: frozen, strict models. Sentences under the fields are the documentation."""
